/**
 * The line through Home: out of the figure, down to the engagement's time line and along it, past the courses and into the closing band, where
 * it ends at the sentence's last gap. The dot on it follows the scrolling; only one of its places shows it at a time (`home.css`).
 */
export const Thread = () => (
  <div aria-hidden="true" className="thread print:hidden">
    {['out', 'down', 'along', 'past', 'rest'].map((piece) => (
      <i key={piece} className={piece}>
        <b />
      </i>
    ))}
  </div>
)
