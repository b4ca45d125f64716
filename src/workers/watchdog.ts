// A thread inside a worker process that kills it once its parent is gone, even when its main thread is stuck.
import { parentPort, workerData } from 'node:worker_threads'
import { killGroup } from './process-group.ts'

const POLL_MS = 250

const { parentPid } = workerData as { parentPid: number }

// An orphan is handed to another parent, so a changed ppid is the one sure sign, even after kill -9.
setInterval(() => {
  if (process.ppid !== parentPid) killGroup(process.pid)
}, POLL_MS)

parentPort?.postMessage('watching')
