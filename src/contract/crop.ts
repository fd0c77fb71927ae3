/** The size that link previews are made for, in pixels. */
export const cardSize = { width: 1200, height: 630 }

type Size = { width: number; height: number }

/** The largest part of a picture that has the shape of a frame and whose middle is as near to a point as the edges allow, in pixels. */
export function cropAround(
  point: { x: number; y: number },
  picture: Size,
  frame: Size,
): Size & { left: number; top: number } {
  const scale = Math.min(picture.width / frame.width, picture.height / frame.height)
  const width = Math.max(1, Math.round(frame.width * scale))
  const height = Math.max(1, Math.round(frame.height * scale))
  const start = (share: number, whole: number, part: number) =>
    Math.round(Math.min(whole - part, Math.max(0, share * whole - part / 2)))
  return { left: start(point.x, picture.width, width), top: start(point.y, picture.height, height), width, height }
}

/** The same as CSS positions the picture in a frame of that shape, which it covers. */
export function positionAround(point: { x: number; y: number }, picture: Size, frame: Size): string {
  const { left, top, width, height } = cropAround(point, picture, frame)
  const share = (start: number, spare: number) => `${spare > 0 ? Math.round((start / spare) * 1_000) / 10 : 50}%`
  return `${share(left, picture.width - width)} ${share(top, picture.height - height)}`
}
