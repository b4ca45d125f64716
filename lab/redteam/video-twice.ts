// Sends the film of a living person once, and then again as it was or changed as any program can.
import { readFile } from 'node:fs/promises'
import { written } from '../../specimens/kit/films/video-maker.ts'
import { filesIn } from '../kit/folders.ts'
import { judgeVideo } from './session.ts'
import type { Species } from './species.ts'

/** Options of ffmpeg by which the second film is made of the first; none where it is the same file. */
const ways: readonly (readonly string[] | undefined)[] = [
  undefined,
  ['-crf', '32'],
  ['-ss', '0.73'],
  ['-vf', 'scale=trunc(iw/3)*2:trunc(ih/3)*2'],
  ['-vf', 'hflip,eq=gamma=1.3'],
]

/** Films that show one person for some seconds. */
const folders = ['liveness/speaking', 'liveness/videos', 'liveness/motion']
const FILM = /^(?!replay-).*\.(3gp|avi|mov|mp4|mpg)$/

/** None where the data is missing. */
export function videosTwice(data: string): Species {
  const films = folders.flatMap((folder) => filesIn(`${data}/${folder}`, FILM))
  return {
    name: 'video-twice',
    what: 'the film of a living person a second time: the same file, encoded harder, cut, made smaller, mirrored and brighter',
    stages: ['video'],
    count: films.length,
    play: async ({ newCaller }, _, number) => {
      const film = films[number] ?? ''
      const first = await judgeVideo(await newCaller(), await readFile(film))
      const way = ways[number % ways.length]
      const again = way ? written(['-i', film], 'mp4', ['-an', ...way]) : await readFile(film)
      const second = await judgeVideo(await newCaller(), again)
      // A film that is refused at first says nothing of the memory.
      return first.code === 200 ? second : { ...second, failed: ['refused-at-first', ...second.failed] }
    },
    bounds: [{ target: 'redteam-video-twice', percent: 0 }],
  }
}
