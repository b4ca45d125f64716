// Who reviews: the credential that came with the request. The name beside it is what a caller says, and never that of a member.
import { codes, refuse } from '../codes.ts'
import type { Database } from '../store/port.ts'
import { listMembers } from '../store/records/members.ts'

/** As a route knows its caller. */
export interface Reviewer {
  readonly organisationId: string
  readonly isTest: boolean
  /** Undefined where the caller came otherwise. */
  readonly apiKeyId: string | undefined
  readonly session: { readonly memberId: string } | undefined
}

/** One credential is one reviewer, whatever names it sends: all who have the organisation's password are one. */
export function credentialOf({ session, apiKeyId }: Reviewer): string {
  if (session) return `member ${session.memberId}`
  return apiKeyId === undefined ? 'organisation' : `api-key ${apiKeyId}`
}

/** Names that read the same are the same: spaces, capitals, invisible characters and letters drawn alike make no other person. */
export const plainName = (name: string): string =>
  Array.from(
    name
      .normalize('NFKC')
      .replaceAll(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, '')
      .toLowerCase(),
    (letter) => drawnAlike.get(letter) ?? letter,
  )
    .join('')
    .trim()
    .replaceAll(/\s+/g, ' ')

/** Small letters of Cyrillic, Greek and Armenian, and below each the Latin one that it looks like, after Unicode's UTS 39. */
const [LETTERS, LIKE] = [
  'аαɑвβсϲԁеεҽցɡһнηіιıјϳкκӏмμпոоοօрρԛզгѕтτυսνѵԝωхχуγүζ',
  'aaabbccdeeegghhniiijjkklmmnnoooppqqrsttuuvvwwxxyyyz',
]
const drawnAlike = new Map([...LETTERS].map((letter, i) => [letter, LIKE[i]]))

/** Refuses the name or e-mail address of a member, unless the member sends it: what members do is theirs alone. */
export async function checkName(
  database: Database,
  { organisationId, session }: Reviewer,
  field: 'reviewer' | 'author',
  name: string,
): Promise<void> {
  if (session) return
  const plain = plainName(name)
  const members = await listMembers(database, organisationId)
  if (members.some(({ email, name: own }) => plainName(email) === plain || plainName(own) === plain))
    throw refuse(codes.badRequest, field, 'is the name or e-mail address of a member, who signs in to use it')
}
