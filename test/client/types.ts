// Checks which calls of the client compile and which do not; only the type checker reads this file.
import {
  type AnswerOf,
  type Client,
  type CreateDocumentAnswer,
  createClient,
  type Guidance,
  type RequestOf,
  runChallenge,
} from '../../client/src/index.ts'

declare const client: Client
declare const photo: Blob

export async function whatMustNotCompile(video: HTMLVideoElement): Promise<void> {
  // @ts-expect-error: a server has an address
  createClient({ name: 'acme', password: 'x' })
  // @ts-expect-error: no such field
  await client.readMrz({ kontent: photo })
  // @ts-expect-error: a number is no file
  await client.readMrz({ content: 7 })
  // @ts-expect-error: the id comes first
  await client.addNoseFrame({ content: photo })
  // @ts-expect-error: the picture is missing
  await client.addNoseFrame('id', {})
  // @ts-expect-error: no such task
  await client.addDistanceFrame('id', { photo, timestamp: 1, task: 'wink' })
  // @ts-expect-error: files come in a list
  await client.readBusinessRegistration({ files: photo })
  // @ts-expect-error: organisation takes no request
  await client.organisation({ name: 'acme' })
  // @ts-expect-error: no such operation
  await client.readMind()
  // @ts-expect-error: this code is never answered here
  if ((await client.readMrz({ content: photo })).result_code === 143) return
  // @ts-expect-error: no such family
  await runChallenge(client, { family: 'blink', externalPersonId: 'a', video })
}

export async function whatMustCompile(video: HTMLVideoElement): Promise<void> {
  const { recognized_data }: CreateDocumentAnswer = await client.createDocument({
    attachment: { content: photo },
  })
  const name: string = recognized_data.name
  const answer: AnswerOf<'addNoseFrame'> = await client.addNoseFrame(name, { content: photo })
  const guidance: Guidance | undefined = answer.guidance
  const request: RequestOf<'compareFaces'> = {
    image_live: photo,
    image_card: 'AAAA',
    similarity_threshold: 80,
  }
  const { sim }: { sim?: number } = await client.compareFaces(request, { onProgress: () => guidance })
  await client.verifyProfileChallenge('id')
  await client.verifyProfileChallenge('id', {}, { timeoutMs: sim ?? 0 })
  await runChallenge(client, { family: 'nose', externalPersonId: 'a', video })
}
