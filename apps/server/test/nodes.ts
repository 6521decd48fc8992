import type { SolicitudMain } from '@foja/contracts/solicitudes'
import { makePdf } from '@foja/testing/pdfs'
import { spawn, type ChildProcess } from 'node:child_process'
import { createHash, randomInt, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { emailPath } from './mail.ts'
import { bodyOf, createPath, mainOf, pdfFile, type Caller } from './office.ts'
import { untilReady } from './server-process.ts'

/** One process of an installation of several, which can be stopped and started again. */
export class FojaNode {
  readonly #settings: Record<string, string>
  child: ChildProcess | undefined

  constructor(settings: Record<string, string>) {
    this.#settings = settings
  }

  /** Resolves when the process serves, or works. */
  async start(): Promise<void> {
    const program = fileURLToPath(new URL('../src/main.ts', import.meta.url))
    const child = spawn(process.execPath, [program], {
      env: { ...process.env, ...this.#settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    this.child = child
    await untilReady(child, /Foja está lista/)
  }

  /** Sends the signal; resolves to the exit code, null where the signal itself ended the process. */
  async end(signal: 'SIGTERM' | 'SIGKILL'): Promise<number | null> {
    const { child } = this
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return null
    const ended = once(child, 'exit') as Promise<[number | null]>
    child.kill(signal)
    return (await ended)[0]
  }
}

type Attempt = { data: ReturnType<typeof mainOf>; bytes: Buffer; to: string; key: string }

/** A case file with its document and its message, as the server acknowledged them. */
type Acknowledged = { document: string; sha256: string; to: string; mailed: boolean }

/** Creates case files and sends their documents by email through a proxy, and remembers what was acknowledged. */
export class NodeLoad {
  readonly #caller: Caller
  readonly acknowledged: Acknowledged[] = []
  /** Requests that were answered by 502, 503 or not at all, and were repeated. */
  interrupted = 0
  #ends = false

  constructor(caller: Caller) {
    this.#caller = caller
  }

  /** Works until `end`, as one browser. */
  async work(): Promise<void> {
    while (!this.#ends) {
      const bytes = makePdf({ ballast: randomInt(8, 300_000) })
      const key = randomUUID()
      await this.#make({ data: mainOf(1), bytes, to: `${key}@cliente.ec`, key })
    }
  }

  end(): void {
    this.#ends = true
  }

  async #make({ data, bytes, to, key }: Attempt): Promise<void> {
    const created = await this.#untilAnswered(
      async () => await this.#caller.upload(createPath, [pdfFile('acta.pdf', bytes)], data),
    )
    const main = await bodyOf<SolicitudMain>(created, created.status === 201 ? 201 : 200)
    const document = main.solicitudes[0]!.description[0]!.id_documento
    const one = { document, sha256: createHash('sha256').update(bytes).digest('hex'), to, mailed: false }
    this.acknowledged.push(one)
    // Below the quota of a user and day.
    if (this.acknowledged.length > 150) return
    const email = { id_documento: document, to: [to], as: 'link', key }
    await bodyOf(await this.#untilAnswered(async () => await this.#caller.post(emailPath, email)), 200)
    one.mailed = true
  }

  /** Repeats a request until a server has answered it, as a browser does. */
  async #untilAnswered(ask: () => Promise<Response>): Promise<Response> {
    for (;;) {
      try {
        const answer = await ask()
        if (answer.status !== 502 && answer.status !== 503) return answer
        await answer.body?.cancel()
      } catch (error) {
        if (!(error instanceof TypeError)) throw error
      }
      this.interrupted += 1
    }
  }
}
