import type { KeyReply, KeyRequest } from '@foja/pades/browser/key-messages'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { BrowserKeyError, openBrowserKey } from './browser-key.ts'

const facts = {
  certificate: 'AA==',
  chain: [],
  subject: { commonName: 'María Peña', text: 'CN=María Peña' },
  issuer: { text: 'CN=Autoridad' },
  serialNumber: '01',
  notBefore: new Date(0),
  notAfter: new Date(1e13),
  keyType: 'RSA 2048',
  problems: [],
}

/** Replaces the worker: answers as the test says and records requests. */
class FakeWorker extends EventTarget {
  static last: FakeWorker
  static answer: (request: KeyRequest) => KeyReply | null = ({ id }) => ({ id, value: facts })
  readonly asked: KeyRequest[] = []
  readonly options: unknown[]
  ended = false

  constructor(...options: unknown[]) {
    super()
    this.options = options
    FakeWorker.last = this
  }

  postMessage(request: KeyRequest) {
    this.asked.push(request)
    const reply = FakeWorker.answer(request)
    if (reply) queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: reply })))
  }

  terminate() {
    this.ended = true
  }
}

const file = new File(['x'], 'firma.p12')
const codeOf = (error: unknown) => (error instanceof BrowserKeyError ? error.code : String(error))

describe('openBrowserKey', () => {
  beforeEach(() => {
    vi.stubGlobal('isSecureContext', true)
    vi.stubGlobal('Worker', FakeWorker)
    FakeWorker.answer = ({ id, kind }) => ({ id, value: kind === 'open' ? facts : 'ZmlybWE=' })
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })

  it('passes the files to a worker and signs through it', async () => {
    const key = await openBrowserKey([file], 'clave')
    expect(FakeWorker.last.options[1]).toMatchObject({ type: 'module' })
    expect(key).toMatchObject(facts)
    expect(await key.sign('YXR0cmlidXRlcw==')).toBe('ZmlybWE=')
    expect(FakeWorker.last.asked).toEqual([
      { id: 1, kind: 'open', files: [file], passphrase: 'clave' },
      { id: 2, kind: 'sign', attributes: 'YXR0cmlidXRlcw==', hash: 'sha256' },
    ])
    key.forget()
    expect(FakeWorker.last.ended).toBe(true)
    await expect(key.sign('AA==')).rejects.toMatchObject({ code: 'key_worker_failed' })
  })

  it('rejects with the reason and ends the worker if a file cannot be opened', async () => {
    FakeWorker.answer = ({ id }) => ({ id, problem: { code: 'p12_wrong_passphrase', detail: { tried: 1 } } })
    const error: unknown = await openBrowserKey([file], 'mala').catch((reason: unknown) => reason)
    expect(error).toMatchObject({ code: 'p12_wrong_passphrase', detail: { tried: 1 } })
    expect(FakeWorker.last.ended).toBe(true)
  })

  it('rejects if the worker cannot be loaded', async () => {
    FakeWorker.answer = () => null
    const opening = openBrowserKey([file], 'clave').catch(codeOf)
    FakeWorker.last.dispatchEvent(new Event('error'))
    expect(await opening).toBe('key_worker_failed')
  })

  it('rejects if the worker does not answer', async () => {
    vi.useFakeTimers()
    FakeWorker.answer = () => null
    const opening = openBrowserKey([file], 'clave').catch(codeOf)
    await vi.advanceTimersByTimeAsync(120_000)
    expect(await opening).toBe('p12_too_slow')
    expect(FakeWorker.last.ended).toBe(true)
  })

  it('rejects on a page without https', async () => {
    vi.stubGlobal('isSecureContext', false)
    expect(await openBrowserKey([file], 'clave').catch(codeOf)).toBe('insecure_page')
  })
})
