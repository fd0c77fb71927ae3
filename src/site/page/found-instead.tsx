import DrawYours from '#web/draw-yours.tsx'

export default function FoundInstead() {
  return (
    <DrawYours>
      <h2 id="draw" className="text-h2">
        Draw yours
      </h2>
      <p className="mt-3 max-w-measure text-muted">
        Nothing was at this address. Here is something that is nowhere else: a cover, drawn by code from the letters of
        your name.
      </p>
    </DrawYours>
  )
}
