import { Shuffle } from 'lucide-react'
import { useId } from 'react'
import { RecordPicture } from '#admin/forms/image-field.tsx'
import { type CoverNumbers, coverFamilies, coverGrounds, coverOf } from '#contract/cover.ts'
import { Button } from '#ui/button.tsx'
import { Cover } from '#ui/content-image.tsx'
import { coverToWords, type PostForm, wordsToCover } from './blog-resource.admin.tsx'

/** Seeds stay short: ten thousand drawings of each pattern are enough. */
const seeds = 10_000

/** The cover that goes out: a picture, or the drawing of the post, whose pattern, colours and composition can be chosen. */
export function PostCover({ form }: { form: PostForm }) {
  const { values, set } = form
  const { slug, category, imageUrl } = values
  const shown = coverOf({ slug, category, cover: wordsToCover(values.cover) })
  const draw = (changes: Partial<CoverNumbers>) => set('cover', coverToWords({ ...shown, ...changes }))
  return (
    <RecordPicture form={form} shape="wide" drawn={<Drawn cover={shown} />}>
      {imageUrl === '' && (
        <div className="grid gap-4">
          {strips.map((strip) => (
            <Strip key={strip.part} {...strip} cover={shown} onChange={draw} />
          ))}
          <div>
            <div className="flex flex-wrap gap-1.5">
              <Button
                variant="secondary"
                size="small"
                className="px-3!"
                onClick={() => draw({ seed: Math.floor(Math.random() * seeds) })}
              >
                <Shuffle aria-hidden="true" className="size-4" />
                Shuffle
              </Button>
              {values.cover && (
                <Button variant="quiet" size="small" className="px-3!" onClick={() => set('cover', '')}>
                  Reset
                </Button>
              )}
            </div>
            <p role="status" className="mt-1.5 text-fine text-muted">
              {values.cover === ''
                ? 'Generated from the slug and category.'
                : shown.seed < seeds
                  ? `Design ${shown.seed}, chosen for this post.`
                  : 'Chosen for this post.'}
            </p>
          </div>
        </div>
      )}
    </RecordPicture>
  )
}

const Drawn = ({ cover }: { cover: CoverNumbers }) => <Cover slug="" category="" cover={cover} className="size-full" />

/** The parts of a cover, with the names of their places. */
const strips = [
  { label: 'Pattern', part: 'family', names: coverFamilies, className: 'grid-cols-5' },
  { label: 'Colours', part: 'ground', names: coverGrounds, className: 'grid-cols-6' },
] as const

type StripProps = (typeof strips)[number] & { cover: CoverNumbers; onChange: (changes: Partial<CoverNumbers>) => void }

/** The choice of a part of the cover among drawings, each with its name for screen readers; the name of the chosen one is shown. */
function Strip({ label, part, names, cover, className, onChange }: StripProps) {
  const group = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 text-small font-[560]">
        {label} <span className="ml-1 font-normal text-muted">{capital(names[cover[part]])}</span>
      </legend>
      <div className={`grid gap-1.5 ${className}`}>
        {names.map((name, place) => (
          <label
            key={name}
            title={capital(name)}
            className="relative aspect-[4/3] min-h-10 w-full overflow-hidden rounded-[0.375rem] outline-offset-2 has-checked:ring-2 has-checked:ring-primary has-checked:ring-offset-2 has-checked:ring-offset-raised has-focus-visible:outline-2 has-focus-visible:outline-primary"
          >
            <input
              type="radio"
              name={group}
              className="absolute inset-0 size-full cursor-pointer opacity-0"
              checked={place === cover[part]}
              onChange={() => onChange({ [part]: place })}
              aria-label={capital(name)}
            />
            <Drawn cover={{ ...cover, [part]: place }} />
          </label>
        ))}
      </div>
    </fieldset>
  )
}

const capital = (name = '') => name.charAt(0).toUpperCase() + name.slice(1)
