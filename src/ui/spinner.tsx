import { classNames } from './class-names.ts'

/** The spinning ring without a text, for controls with their own text. */
export const SpinnerRing = ({ className }: { className?: string }) => (
  <span
    aria-hidden="true"
    className={classNames(
      'inline-block size-[1em] animate-spin rounded-full border-2 border-current/25 border-t-current',
      className,
    )}
  />
)

/** Takes the place of a part of the page that is loading. */
export function Spinner() {
  return (
    <div role="status" className="grid min-h-64 place-items-center py-16 text-primary">
      <SpinnerRing className="text-[2rem]" />
      <span className="sr-only">Loading</span>
    </div>
  )
}

export function LoadingScreen() {
  return (
    <main className="grid min-h-svh place-items-center">
      <Spinner />
    </main>
  )
}
