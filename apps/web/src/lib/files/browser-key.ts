import type {
  KeyReply,
  KeyRequest,
  OpenedKeyFacts,
  PadesErrorCode,
  SigningHash,
} from '@foja/pades/browser/key-messages'

/**
 * Why a key could not be opened or used. Besides the engine's codes: `insecure_page` (without https the browser has no
 * Web Crypto) and `key_worker_failed` (the worker could not be loaded, or ended).
 */
export type BrowserKeyProblem = PadesErrorCode | 'insecure_page' | 'key_worker_failed'

export class BrowserKeyError extends Error {
  readonly code: BrowserKeyProblem
  readonly detail?: Record<string, unknown>

  constructor(code: BrowserKeyProblem, detail?: Record<string, unknown>) {
    super(code)
    this.name = 'BrowserKeyError'
    this.code = code
    this.detail = detail
  }
}

/** An open key. Its certificates are base64 DER, as in the API. */
export type BrowserKeyHandle = OpenedKeyFacts & {
  /** Signs the response of `prepare_signing` (base64) and returns the input of `complete_signing` (base64). */
  sign: (attributes: string, hash?: SigningHash) => Promise<string>
  /** Ends the worker together with the key. Pending calls reject with `key_worker_failed`. */
  forget: () => void
}

/** The worker limits its own work; this only ends one that hangs. Phones are slow with costly key files. */
const PATIENCE = 120_000

type Distribute<T> = T extends unknown ? Omit<T, 'id'> : never
type Waiting = { resolve: (value: OpenedKeyFacts | string) => void; reject: (error: BrowserKeyError) => void }

/** Starts the worker and matches responses to requests. */
function startWorker() {
  const worker = new Worker(new URL('./browser-key.worker.ts', import.meta.url), { type: 'module', name: 'foja-key' })
  const waiting = new Map<number, Waiting>()
  let lastId = 0
  let ended = false

  const end = (code: BrowserKeyProblem) => {
    ended = true
    worker.terminate()
    for (const { reject } of waiting.values()) reject(new BrowserKeyError(code))
    waiting.clear()
  }

  worker.addEventListener('message', ({ data }: MessageEvent<KeyReply>) => {
    const pending = waiting.get(data.id)
    waiting.delete(data.id)
    if ('problem' in data) pending?.reject(new BrowserKeyError(data.problem.code, data.problem.detail))
    else pending?.resolve(data.value)
  })
  worker.addEventListener('error', () => end('key_worker_failed'))

  const ask = async (request: Distribute<KeyRequest>) => {
    if (ended) throw new BrowserKeyError('key_worker_failed')
    const id = ++lastId
    const patience = setTimeout(() => end('p12_too_slow'), PATIENCE)
    try {
      return await new Promise<OpenedKeyFacts | string>((resolve, reject) => {
        waiting.set(id, { resolve, reject })
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- that is for windows, this is a worker
        worker.postMessage({ ...request, id })
      })
    } finally {
      clearTimeout(patience)
    }
  }
  return { ask, end }
}

/**
 * Opens a private key in this page: one .p12 or .pfx, or a .cer with its .key, in any order. File, key and passphrase
 * are never sent: a dedicated worker holds the key, and only certificates and signatures leave it. Rejects with
 * BrowserKeyError.
 */
export async function openBrowserKey(files: readonly File[], passphrase: string): Promise<BrowserKeyHandle> {
  if (!globalThis.isSecureContext) throw new BrowserKeyError('insecure_page')
  const { ask, end } = startWorker()
  try {
    const facts = (await ask({ kind: 'open', files, passphrase })) as OpenedKeyFacts
    return {
      ...facts,
      sign: async (attributes, hash = 'sha256') => (await ask({ kind: 'sign', attributes, hash })) as string,
      forget: () => end('key_worker_failed'),
    }
  } catch (error) {
    end('key_worker_failed')
    throw error
  }
}
