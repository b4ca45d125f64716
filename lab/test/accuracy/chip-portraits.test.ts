// Tests whose portraits are put into chips for the evaluation: one photo of each person who has another to compare it with.
import { expect, test } from 'vitest'
import { cardPhotos } from '../../accuracy/faces/card-domain.ts'

const photo = (person: string, number: number) => ({
  person,
  file: `${person}/${number}.jpg`,
  vector: new Float32Array(),
  box: { x: 0, y: 0, width: 1, height: 1 },
})

test('each person has one portrait, and who has one photo only has none', () => {
  const photos = [
    photo('anna', 1),
    photo('binh', 1),
    photo('binh', 2),
    photo('hoa', 1),
    photo('hoa', 2),
    photo('hoa', 3),
  ]
  expect(cardPhotos(photos).map(({ file }) => file)).toEqual(['binh/1.jpg', 'hoa/1.jpg'])
})

test('of many people as many have one as a half may have, spread over all of them', () => {
  const photos = Array.from({ length: 400 }, (_, i) => [photo(`p${i}`, 1), photo(`p${i}`, 2)]).flat()
  const chosen = cardPhotos(photos)
  expect(chosen).toHaveLength(150)
  expect(new Set(chosen.map(({ person }) => person)).size).toBe(150)
  expect(chosen.at(-1)?.person).toBe('p397')
})
