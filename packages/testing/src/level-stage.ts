import { createTestAuthority } from './ca.ts'
import type { CertificateOptions, TestAuthority, TestCertificate, TestKeyType } from './ca.ts'
import { startPkiServices } from './pki-services.ts'
import type { PkiServices, PkiServicesOptions } from './pki-services.ts'
import type { Certificate } from '@foja/pades/certificate'
import { parseCertificate } from '@foja/pades/certificate'
import { PadesError } from '@foja/pades/errors'
import { keySigner } from '@foja/pades/key-signer'
import type { LevelServices } from '@foja/pades/levels'
import { createHttpFetcher } from '@foja/pades/net/http-fetcher'
import type { HttpFetcherOptions } from '@foja/pades/net/http-fetcher'
import type { Signer } from '@foja/pades/signer'
import { verify } from '@foja/pades/verify'
import { verifyOnline } from '@foja/pades/verify-online'
import type { VerificationReport } from '@foja/pades/verify'

/** An authority with its services, and a clock that tests can set. */
export type Stage = {
  pki: PkiServices
  authority: TestAuthority
  root: Certificate
  clock: { now: Date }
  services(changes?: Partial<LevelServices>, network?: HttpFetcherOptions): LevelServices
  person(options?: Partial<CertificateOptions>): TestCertificate
  verify(pdf: Uint8Array, anchors?: Certificate[]): VerificationReport
  /** Verifies and asks the services for what the file lacks. */
  verifyOnline(pdf: Uint8Array): Promise<VerificationReport>
  close(): Promise<void>
}

/** The current time in whole seconds, the precision of DER. */
const wholeSeconds = (): Date => new Date(Math.floor(Date.now() / 1000) * 1000)

export async function openStage(options: Partial<PkiServicesOptions> & { keyType?: TestKeyType } = {}): Promise<Stage> {
  const clock = { now: wholeSeconds() }
  const authority = options.authority ?? createTestAuthority({ keyType: options.keyType ?? 'p256', now: clock.now })
  const pki = await startPkiServices({ authority, now: () => clock.now, ...options })
  const root = parseCertificate(authority.root.certificate)
  const fetcher = createHttpFetcher({ allowPrivate: ['127.0.0.1'], retries: 0, pauseMs: 1 })
  return {
    pki,
    authority,
    root,
    clock,
    services: (changes, network) => ({
      fetcher: createHttpFetcher({ allowPrivate: ['127.0.0.1'], retries: 0, pauseMs: 1, ...network }),
      tsa: { url: pki.tsaUrl },
      anchors: [root],
      now: () => clock.now,
      wait: async () => {},
      ...changes,
    }),
    person: (request) => pki.issue({ commonName: 'Ana Díaz Cordero', keyType: 'p256', ...request }),
    verify: (pdf, anchors = [root]) => verify(pdf, { anchors, now: clock.now }),
    verifyOnline: (pdf) => verifyOnline(pdf, { anchors: [root], now: clock.now }, { fetcher }),
    close: () => pki.close(),
  }
}

export function signerOf({ privateKey, certificate, chain }: TestCertificate): Signer {
  return keySigner({ privateKey, certificate: parseCertificate(certificate), chain: chain.map(parseCertificate) })
}

/** Code and detail of the PadesError of a rejected promise. */
export async function failureOf(work: Promise<unknown>): Promise<{ code: string; detail: Record<string, unknown> }> {
  try {
    await work
  } catch (error) {
    if (error instanceof PadesError) return { code: error.code, detail: error.detail ?? {} }
    throw error
  }
  return { code: 'no error', detail: {} }
}

/** Short verdict of every signature and timestamp of a file. */
export const verdicts = ({ signatures }: VerificationReport): string[] =>
  signatures.map(({ field, level, indication, subindication }) =>
    [field, level, indication, subindication].filter(Boolean).join(' '),
  )
