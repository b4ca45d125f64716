// The pictures of a document with the page and its fields marked, one at a time; where a picture cannot be shown, their map.
import { useEffect, useState } from 'preact/hooks'
import { filled as fill } from '../../../src/words/numbers.ts'
import { Choice } from '../parts/field.tsx'
import { type Mark, Picture, useAddress } from '../parts/picture.tsx'
import { documents } from '../words/documents.ts'
import { fieldWords } from '../words/fields.ts'
import type { Place, ReadData, ReadField, SeenPage } from './read-fields.ts'

/** One picture, or one page of a PDF. */
export interface Shown {
  readonly key: string
  readonly label: string
  /** Nothing for what a browser cannot draw. */
  readonly picture: Blob | undefined
  readonly size: { readonly width: number; readonly height: number } | undefined
  /** The page of a PDF, which the server draws. */
  readonly pdfPage?: number
  readonly pages: readonly SeenPage[]
  readonly holds: (place: Place) => boolean
}

/** The pictures as they were sent, with the ids under which the server names them and what it saw in them. */
export function shownOf(
  pictures: readonly Blob[],
  fileIds: readonly string[],
  { pages, places }: ReadData,
): Shown[] {
  const t = documents()
  const mine = new Set(Object.values(places).flat())
  return pictures.flatMap((picture, index): Shown[] => {
    const id = fileIds[index]
    const isHere = (at: { file_id?: string }): boolean =>
      at.file_id === undefined ? pictures.length === 1 : at.file_id === id
    const own = pages.filter(isHere)
    const numbers = [...new Set(own.map(({ page }) => page ?? 1))]
    const isPdf = picture.type === 'application/pdf'
    if (isPdf)
      return numbers.map((page) => {
        const [first] = own.filter((each) => (each.page ?? 1) === page)
        return {
          key: `${id}-${page}`,
          label: `${t.page} ${page}`,
          picture: undefined,
          pdfPage: page,
          size: first,
          pages: own.filter((each) => (each.page ?? 1) === page),
          holds: (place: Place) => mine.has(place) && isHere(place) && (place.page ?? 1) === page,
        }
      })
    const sides = new Set(own.map(({ id_type }) => id_type))
    const side =
      sides.size === 1 ? (sides.has('0') ? t.front : sides.has('1') ? t.back : undefined) : undefined
    return [
      {
        key: id ?? `picture-${index}`,
        label: side ?? fill(t.pictureOf, { number: index + 1 }),
        picture,
        size: own[0],
        pages: own,
        holds: (place: Place) => mine.has(place) && isHere(place),
      },
    ]
  })
}

function marksOf(shown: Shown, fields: readonly ReadField[]): Mark[] {
  const outlines = shown.pages.map(({ corners }) => ({ name: '', source: 'page', corners }))
  const places = fields.flatMap((field) =>
    field.places
      .filter(shown.holds)
      .map(({ quad, source }) => ({ name: field.key, source, corners: quad, label: fieldWords(field.name) })),
  )
  return [...outlines, ...places]
}

/** A page of a PDF as the server drew it; nothing before it came, or where it does not come. */
function useDrawn(shown: Shown | undefined, draw: PicturesProps['draw']): Blob | undefined {
  const [drawn, setDrawn] = useState<Readonly<Record<string, Blob>>>({})
  const { key = '', pdfPage } = shown ?? {}
  const isHere = drawn[key] !== undefined
  useEffect(() => {
    if (!draw || pdfPage === undefined || isHere) return
    let isOver = false
    draw(pdfPage).then(
      (picture) => !isOver && setDrawn((before) => ({ ...before, [key]: picture })),
      // The map of the fields stays.
      () => {},
    )
    return () => {
      isOver = true
    }
  }, [key, pdfPage, isHere, draw])
  return shown?.picture ?? drawn[key]
}

export interface PicturesProps {
  shown: readonly Shown[]
  /** Draws a page of a PDF. */
  draw?: ((page: number) => Promise<Blob>) | undefined
  fields: readonly ReadField[]
  lit: string | null
  onLight: (key: string | null) => void
  onChoose: (key: string) => void
}

export function Pictures({ shown, draw, fields, lit, onLight, onChoose }: PicturesProps) {
  const t = documents()
  // A side that was added is looked at first; a certificate begins with its first page.
  const [chosen, setChosen] = useState((shown[0]?.pdfPage ? shown[0] : shown.at(-1))?.key ?? '')
  const current = shown.find(({ key }) => key === chosen) ?? shown[0]
  const picture = useDrawn(current, draw)
  // A field that stands in another picture brings that picture to the front.
  useEffect(() => {
    const places = fields.find(({ key }) => key === lit)?.places ?? []
    if (places.length === 0 || (current && places.some(current.holds))) return
    const other = shown.find((each) => places.some(each.holds))
    if (other) setChosen(other.key)
  }, [lit, fields, shown, current])
  if (!current) return null
  return (
    <figure class="pictures">
      {shown.length > 1 && (
        <Choice
          label={t.pictures}
          value={current.key}
          options={shown.map(({ key, label }) => ({ value: key, label }))}
          onChange={setChosen}
        />
      )}
      <Picture
        key={current.key}
        source={picture}
        size={current.size}
        isScaled={current.pdfPage !== undefined}
        alt={`${current.label}. ${t.pictureAlt}`}
        marks={marksOf(current, fields)}
        lit={lit}
        onLight={onLight}
        onChoose={onChoose}
      />
      <figcaption class="muted small">{picture ? t.pictureHint : t.mapNote}</figcaption>
    </figure>
  )
}

const isCode = (source: string): boolean => source === 'qr'

/** So much of the height of a place is shown around it. */
const MARGIN = 0.6

/** The place of a field, cut out of its picture: on a phone the picture is scrolled away when a field is tapped. */
export function Cutout({ shown, draw, field }: Pick<PicturesProps, 'shown' | 'draw'> & { field: ReadField }) {
  const t = documents()
  // People do not read codes, so what is printed comes first.
  const places = field.places.toSorted((a, b) => Number(isCode(a.source)) - Number(isCode(b.source)))
  const at = shown.find((each) => places.slice(0, 1).some(each.holds))
  const place = places[0]
  const address = useAddress(useDrawn(at, draw))
  if (!at?.size || !place || !address) return null
  const across = place.quad.filter((_, index) => index % 2 === 0)
  const down = place.quad.filter((_, index) => index % 2 === 1)
  const [left, top] = [Math.min(...across), Math.min(...down)]
  const [width, height] = [Math.max(...across) - left, Math.max(...down) - top]
  const margin = MARGIN * Math.min(width, height)
  return (
    <svg
      class="cutout"
      role="img"
      aria-label={`${at.label}. ${t.pictureAlt}`}
      viewBox={[left - margin, top - margin, width + 2 * margin, height + 2 * margin].join(' ')}
      data-testid="cutout"
    >
      <image href={address} width={at.size.width} height={at.size.height} />
      <polygon class={`mark mark-${place.source} mark-lit`} points={place.quad.join(' ')} />
    </svg>
  )
}
