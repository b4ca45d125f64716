// An engine that can be taken away and brought back: dead, or alive and answering nothing.
import { signalProcessesIn } from './processes.ts'

export interface Stoppable {
  /** As a power cut: whatever it had not made durable is gone. */
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
