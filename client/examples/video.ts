// Asks whether the face in a video is genuine, and shows how far the upload is: node video.ts selfie.mp4
import { openAsBlob } from 'node:fs'
import { client } from './connect.ts'

const [video = 'selfie.mp4'] = process.argv.slice(2)

const { result_code, message, probability, checks } = await client.verifyVideo(
  { file: await openAsBlob(video), name: video },
  { onProgress: (sent, total) => console.log(`sent ${Math.round((100 * sent) / total)} %`) },
)
console.log(result_code, message, probability)
for (const { name, score, threshold, outcome } of checks)
  console.log(`${outcome} ${name} ${score} (${threshold})`)
