// A thread of a pool that answers every task with its own number.
import { parentPort, threadId } from 'node:worker_threads'

const port = parentPort
port?.on('message', () => port.postMessage({ ok: true, value: threadId }))
port?.postMessage('ready')
