/** A field that people neither see nor reach: a program that fills in every field gives itself away. */
export const Honeypot = () => (
  <div aria-hidden="true" className="absolute -left-[200vw] h-px w-px overflow-hidden">
    <label>
      Website
      <input type="text" name="website" tabIndex={-1} autoComplete="off" />
    </label>
  </div>
)
