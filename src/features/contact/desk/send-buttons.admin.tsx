import { Button } from '#ui/button.tsx'

const resolvesKey = 'send-resolves'

/** Whether the last reply of this browser also resolved its request, as most do. */
export const sendResolves = () => localStorage.getItem(resolvesKey) !== 'false'

type SendButtonsProps = {
  labels: [send: string, resolve: string]
  busy: boolean
  disabled: boolean
  onSend: (resolve: boolean) => void
}

/** Sends, or sends and resolves. The one that was used last is the main one; both keep their places. */
export function SendButtons({ labels: [plain, resolving], busy, disabled, onSend }: SendButtonsProps) {
  const usual = sendResolves()
  const button = (label: string, resolve: boolean) => (
    <Button
      size="small"
      variant={resolve === usual ? 'primary' : 'secondary'}
      busy={busy && resolve === usual}
      disabled={disabled || busy}
      onClick={() => {
        localStorage.setItem(resolvesKey, String(resolve))
        onSend(resolve)
      }}
    >
      {label}
    </Button>
  )
  return (
    <>
      {button(resolving, true)}
      {button(plain, false)}
    </>
  )
}
