// npm run evaluate: measures how accurate Selfsame is, a suite at a time, on data that is not in the repository.
import { join } from 'node:path'
import { runCommand, type Suites } from '../kit/command.ts'
import { cacheFolder, dataFolder, resultsFolder } from '../kit/folders.ts'

const near = (path: string) => new URL(path, import.meta.url)

/** A new suite needs a row here. */
const suites: Suites = {
  faces: {
    about: 'faces found, turned, compared, and distinguished from photos and screens',
    parts: [
      'detection',
      'verification',
      'similarity',
      'populations',
      'precision',
      'personas',
      'chip',
      'identification',
      'pose',
      'smile',
      'cover',
      'enrolment',
      'spoof',
      'species',
    ],
    module: near('./faces/faces.ts'),
    evaluate: 'evaluateFaces',
  },
  liveness: {
    about: 'challenges: turns, smiles and winks judged, whole sessions, and who is refused wrongly',
    parts: [
      'turns',
      'people',
      'presence',
      'living-skin',
      'head-turn-people',
      'one-picture',
      'same-person',
      'smile',
      'wink',
      'well-lit',
      'light',
      'cover',
      'videos',
      'injection',
      'surroundings',
    ],
    options: {
      tune: 'light: the half of the people that its checks were tuned on, in place of the other',
      whole: 'light: five times as many sessions',
      'kept-sessions':
        'light: takes the sessions that earlier runs observed, and observes the rest: for work on checks',
    },
    module: near('./liveness/liveness.ts'),
    evaluate: 'evaluateLiveness',
  },
  reader: {
    about: 'documents found and straightened, their lines found and read, beside Tesseract',
    parts: ['lines', 'mrz', 'pages', 'detector', 'judge', 'real', 'print', 'digits', 'speed'],
    options: { tesseract: 'Tesseract 5 reads the same lines; installed with apt-get where it is missing' },
    dataIsOptional: true,
    module: near('./reader/reader.ts'),
    evaluate: 'evaluateReader',
  },
  documents: {
    about: 'documents read from photographs and PDFs to answers: fields, warnings, confidences, bad input',
    parts: [
      'cards',
      'passports',
      'licences',
      'hardships',
      'warnings',
      'forged',
      'print',
      'found',
      'tilt',
      'several',
      'cut',
      'hidden',
      'bad',
      'literal',
      'addresses',
      'mrz',
      'qr',
      'real',
      'speed',
      'jpeg',
      'business',
    ],
    options: {
      draw: 'only draws the photographs that are not kept from earlier runs',
      'kept-pages': 'takes pages as they were read in an earlier run: for work on fields, not for figures',
      tesseract: 'Tesseract 5 reads the same certificates; installed with apt-get where it is missing',
    },
    dataIsOptional: true,
    module: near('./documents/documents.ts'),
    evaluate: 'evaluateDocuments',
  },
  chips: {
    about:
      'chips verified and read: real ones, certificates of states, every algorithm and break, virtual cards, changed answers',
    parts: [
      'mustermann',
      'master-list',
      'algorithms',
      'breaks',
      'changes',
      'examples',
      'cards',
      'answers',
      'emulator',
    ],
    options: { whole: 'every change of the security object, in the place of 20,000 (ten minutes)' },
    dataIsOptional: true,
    module: near('./chips/chips.ts'),
    evaluate: 'evaluateChips',
  },
  capture: {
    about:
      'keys of phones: real chains of Android verified as published, and every change of an attestation noticed',
    parts: ['chains', 'mutations'],
    dataIsOptional: true,
    module: near('./capture/capture.ts'),
    evaluate: 'evaluateCapture',
  },
}

process.exitCode = await runCommand(process.argv.slice(2), suites, {
  data: dataFolder,
  cache: cacheFolder,
  out: join(resultsFolder, 'accuracy'),
})
