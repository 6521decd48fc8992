// A visitor from another address, in its own thread so that the attacker's work does not delay the clock: asks for
// /health/ready on a new connection every 50 ms and sends each duration in milliseconds to the parent.
import { request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

const { origin, from } = workerData as { origin: string; from: string }
const patience = 20_000
if (parentPort === null) throw new Error('runs as a worker')
const parent = parentPort

function ask(): Promise<number> {
  const start = performance.now()
  const took = () => performance.now() - start
  return new Promise((resolve) => {
    const asking = request(new URL('/health/ready', origin), { localAddress: from, agent: false }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode === 200 ? took() : patience))
    })
    asking.setTimeout(patience, () => asking.destroy())
    asking.once('error', () => resolve(patience))
    asking.end()
  })
}

for (;;) {
  parent.postMessage(await ask(), [])
  await new Promise((resolve) => setTimeout(resolve, 50))
}
