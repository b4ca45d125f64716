// Declares an engine that a test can kill, pause and bring back.
import { signalProcessesIn } from './processes.ts'

export interface Stoppable {
  /** Kills it as a power cut would; whatever it had not made durable is gone. */
  kill(): void
  /** Resolves when it answers again. */
  restart(): Promise<void>
  /** Keeps every connection open and answers nothing. */
  pause(): void
  resume(): void
}

export const pausingIn = (folder: string): Pick<Stoppable, 'pause' | 'resume'> => ({
  pause: () => signalProcessesIn(folder, 'SIGSTOP'),
  resume: () => signalProcessesIn(folder, 'SIGCONT'),
})
