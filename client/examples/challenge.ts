// Plays a nose challenge with pictures from files, as a phone app without our runner would: node challenge.ts 1.jpg 2.jpg ...
import { readFile } from 'node:fs/promises'
import { client } from './connect.ts'

const pictures = process.argv.slice(2)

const challenge = await client.startNoseChallenge({
  external_person_id: 'anna',
  image_width: 480,
  image_height: 640,
})
console.log('the nose goes to', challenge.nose_left, challenge.nose_top)

for (const picture of pictures) {
  const { guidance } = await client.addNoseFrame(challenge.id, { content: await readFile(picture) })
  console.log('the person should be told:', guidance)
}

const verdict = await client.verifyNoseChallenge(challenge.id, { passive_liveness_threshold: 0.5 })
console.log(verdict.result_code, verdict.message)
