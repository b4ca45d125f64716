// Shows a page of a stored certificate as a picture: drawn from its PDF, or one of the pictures that were sent.
import { isPdf } from '../../image/pdf/header.ts'
import type { Queries } from '../../store/port.ts'
import { type DocumentPlace, documentImages, findDocument } from '../../store/records/documents.ts'
import type { Vault } from '../../store/vault.ts'
import { CERTIFICATE_PAGE } from '../kinds/kinds.ts'
import type { PageDrawing } from '../pages/draw-pages.ts'

interface Deps {
  readonly database: Queries
  readonly vault: Pick<Vault, 'read'>
  /** Draws a page of a PDF; pages are counted from 0. */
  readonly drawPdf: (bytes: Uint8Array, page: number) => Promise<PageDrawing>
  /** Draws a picture upright. */
  readonly drawPicture: (bytes: Uint8Array) => Promise<PageDrawing>
}

/**
 * Takes the number of the page as it stands in a path, counted from 1. Undefined where there is no such certificate of
 * the organisation, no such page, or where its file was removed.
 */
export async function pagePicture(
  { database, vault, drawPdf, drawPicture }: Deps,
  place: DocumentPlace,
  page: string,
): Promise<Uint8Array | undefined> {
  if (!/^[1-9]\d{0,5}$/.test(page)) return undefined
  const index = Number(page) - 1
  if ((await findDocument(database, place))?.kind !== CERTIFICATE_PAGE.kind) return undefined
  const images = await documentImages(database, place)
  const read = async (at: number): Promise<Uint8Array | undefined> => {
    const image = images[at]
    return image && (await vault.read(place.organisationId, image.id))
  }
  // A PDF is the only file of its certificate.
  const first = await read(0)
  if (!first) return undefined
  const bytes = isPdf(first) ? first : await read(index)
  if (!bytes) return undefined
  const drawn = await (isPdf(bytes) ? drawPdf(bytes, index) : drawPicture(bytes))
  return 'png' in drawn ? drawn.png : undefined
}
