import './toast-styles.ts'
import { createRoot } from 'react-dom/client'
import toast, { Toaster } from 'react-hot-toast'

// Of its own, beside the application: a toast outlives the screen that raised it. Its durations are the library's defaults, as specified.
const host = document.createElement('div')
document.body.append(host)
createRoot(host).render(
  <Toaster
    position="top-right"
    containerStyle={{ top: 'var(--toasts-top, 96px)' }}
    toastOptions={{
      style: {
        // What lies below can be pressed at once, above all the button that is to be tried again.
        pointerEvents: 'none',
        background: 'var(--color-raised)',
        color: 'var(--color-ink)',
        border: '1px solid var(--color-line)',
        boxShadow: 'var(--shadow-float)',
      },
    }}
  />,
)

export const show = (kind: 'success' | 'error', message: string) => toast[kind](message)
