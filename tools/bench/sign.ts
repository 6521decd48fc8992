// Signing and verifying: the targets of the signing design.
import { createPrivateKey } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseCertificate, parseCertificates } from '@foja/pades/certificate'
import { embedTail } from '@foja/pades/embed'
import { keySigner } from '@foja/pades/key-signer'
import { signAtLevel } from '@foja/pades/levels'
import type { Level } from '@foja/pades/levels'
import { createHttpFetcher } from '@foja/pades/net/http-fetcher'
import { parseCrl } from '@foja/pades/crl/crl'
import { openP12 } from '@foja/pades/open-p12'
import { prepare } from '@foja/pades/prepare'
import { prepareOptions, sign, signPrepared } from '@foja/pades/sign'
import type { SignOptions } from '@foja/pades/sign'
import type { Signer } from '@foja/pades/signer'
import { verify } from '@foja/pades/verify'
import { createTestAuthority } from '@foja/testing/ca'
import type { TestCertificate } from '@foja/testing/ca'
import { writeP12 } from '@foja/testing/p12'
import { makePdf } from '@foja/testing/pdfs'
import { startPkiServices } from '@foja/testing/pki-services'
import { emptyLists } from '@foja/testing/revocation-lists'
import { createRenderer, type Comparison } from '@foja/pdf/renderer'
import { appendRevision, textPdf } from '../../packages/pdf/test/build-pdf.ts'
import type { Floor, Group, Operation, Scenario } from './scenario.ts'

const large = 50 * 1024 * 1024
const batchSize = 100
const passphrase = 'clave de prueba'
const name = 'Lucía Fernanda Peñaherrera Narváez'

const facts = (): SignOptions => ({
  signingTime: new Date(),
  utcOffsetMinutes: -300,
  reason: 'Apruebo el acta',
  location: 'Quito',
})

const stamped = (): SignOptions => ({
  ...facts(),
  rectangle: { page: 1, x: 340, y: 700, width: 176, height: 69 },
  appearance: { kind: 'qr' },
  verification: { code: '7K3M-9QXT-4WBN-H2RD', url: 'https://foja.example/verificar/7K3M-9QXT-4WBN-H2RD' },
})

/** Makes keys, documents and signed files in advance, so that a measured process only reads them. */
async function makeFiles(folder: string): Promise<void> {
  const write = (file: string, bytes: Uint8Array | string): void => writeFileSync(join(folder, file), bytes)
  const authority = createTestAuthority({ keyType: 'rsa2048' })
  const pki = await startPkiServices({ authority, tsaKeyType: 'rsa2048' })
  try {
    write('root.cer', authority.root.certificate)
    emptyLists([authority.root, authority.intermediate], new Date()).crls.forEach(({ der }, i) =>
      write(`${i}.crl`, der),
    )
    write('one.pdf', makePdf())
    write('pictures.signed.pdf', textPdf(pictured))
    write('pictures.pdf', appendRevision(textPdf(pictured), { 200: '<<>>' }))
    write('large.pdf', makePdf({ ballast: large }))
    const rsa = pki.issue({ commonName: name, keyType: 'rsa2048' })
    saveKey(write, 'rsa', rsa)
    saveKey(write, 'p256', pki.issue({ commonName: name, keyType: 'p256' }))
    write('key.p12', writeP12({ ...rsa, passphrase }))
    const services = {
      fetcher: createHttpFetcher({ allowPrivate: ['127.0.0.1'] }),
      tsa: { url: pki.tsaUrl },
      anchors: [parseCertificate(authority.root.certificate)],
      now: () => new Date(),
    }
    const signer = readSigner(folder, 'rsa')
    for (const level of ['B-B', 'B-LTA'] satisfies Level[]) {
      const { tail } = await signAtLevel(makePdf(), signer, { ...stamped(), level }, services)
      write(`${level}.pdf`, Buffer.concat([makePdf(), tail]))
    }
  } finally {
    await pki.close()
  }
}

type Write = (file: string, bytes: Uint8Array | string) => void

function saveKey(write: Write, file: string, { privateKey, certificate, chain }: TestCertificate): void {
  write(`${file}.key`, privateKey.export({ type: 'pkcs8', format: 'pem' }))
  write(`${file}.cer`, certificate)
  chain.forEach((issuer, i) => write(`${file}.${i}.cer`, issuer))
  write(`${file}.chain`, String(chain.length))
}

const read = (folder: string, file: string): Buffer => readFileSync(join(folder, file))

function readSigner(folder: string, file: string): Signer {
  const length = Number(read(folder, `${file}.chain`).toString())
  return keySigner({
    privateKey: createPrivateKey(read(folder, `${file}.key`)),
    certificate: parseCertificate(read(folder, `${file}.cer`)),
    chain: Array.from({ length }, (_, i) => parseCertificate(read(folder, `${file}.${i}.cer`))),
  })
}

/** Throws unless every signature is valid and of the expected level. */
function expectValid(folder: string, pdf: unknown, level: Level = 'B-B'): void {
  const crls = [0, 1].map((i) => parseCrl(read(folder, `${i}.crl`)))
  const material = { certificates: [], ocsps: [], crls }
  const anchors = parseCertificates(read(folder, 'root.cer'))
  const report = verify(pdf as Uint8Array, { anchors, now: new Date(), material })
  const levels = report.signatures.map((signature) => signature.level)
  if (report.summary !== 'valid' || !levels.includes(level)) {
    throw new Error(`${report.summary} ${JSON.stringify(report.signatures[0]?.warnings)} ${levels.join(' ')}`)
  }
}

async function openOne(folder: string, key: string, options: () => SignOptions): Promise<Operation> {
  const signer = readSigner(folder, key)
  const pdf = read(folder, 'one.pdf')
  return {
    run: async () => (await sign(pdf, signer, options())).pdf,
    check: (result) => expectValid(folder, result),
  }
}

/** The bytes appended to the large file. */
async function openLarge(folder: string, bytes: () => Uint8Array): Promise<Operation> {
  const signer = readSigner(folder, 'rsa')
  const run = async (): Promise<Uint8Array> => {
    const prepared = prepare(bytes(), prepareOptions(signer, facts()))
    return embedTail(prepared, await signPrepared(prepared, signer))
  }
  return { run, check: (tail) => expectValid(folder, Buffer.concat([bytes(), tail as Uint8Array])) }
}

/** Opens the file with the key once, then signs a hundred documents. */
async function openBatch(folder: string): Promise<Operation> {
  const p12 = read(folder, 'key.p12')
  const pdf = read(folder, 'one.pdf')
  const run = async (): Promise<Uint8Array> => {
    const signer = keySigner(openP12(p12, passphrase))
    let last: Uint8Array = pdf
    for (let i = 0; i < batchSize; i++) last = (await sign(pdf, signer, facts())).pdf
    return last
  }
  return { run, check: (result) => expectValid(folder, result) }
}

async function openVerify(folder: string, level: Level): Promise<Operation> {
  const pdf = read(folder, `${level}.pdf`)
  const anchors = parseCertificates(read(folder, 'root.cer'))
  return {
    run: async () => verify(pdf, { anchors, now: new Date() }).summary,
    check: () => expectValid(folder, pdf, level),
  }
}

const pictured = 20
/** Two images of an A4 page at one pixel per point, four bytes each. */
const pictureBytes = 2 * 595 * 842 * 4

/** Draws and compares every page of a file saved again after signing: the cost of a verdict with images. */
async function openPictures(folder: string): Promise<Operation> {
  const pdf = read(folder, 'pictures.pdf')
  const length = read(folder, 'pictures.signed.pdf').length
  const renderer = await createRenderer({ threads: 1 })
  await renderer.ready
  return {
    run: () => renderer.compareRevisions(pdf, [{ length, additions: [] }]),
    check: (result) => {
      const [found] = result as Comparison[]
      const isSame = found?.compared === pictured && found.differences.length === 0 && found.reason === null
      if (!isSame) throw new Error(JSON.stringify(found))
    },
  }
}

const rsa = { name: 'RSA-2048', of: ({ rsaSign }: Floor) => rsaSign }
const short = { warmUp: 200, rounds: 15, perRound: 20 }

const scenarios: readonly Scenario[] = [
  {
    id: 'one_page',
    label: 'Una página, B-B, clave abierta',
    target: { cpuMs: 1 },
    floor: rsa,
    plan: short,
    open: (folder) => openOne(folder, 'rsa', facts),
  },
  {
    id: 'one_page_p256',
    label: 'Una página, B-B, P-256',
    target: { cpuMs: 1 },
    floor: { name: 'P-256', of: ({ p256Sign }) => p256Sign },
    plan: short,
    open: (folder) => openOne(folder, 'p256', facts),
  },
  {
    id: 'qr_stamp',
    label: 'Una página con sello QR',
    target: {},
    floor: rsa,
    plan: short,
    open: (folder) => openOne(folder, 'rsa', stamped),
  },
  {
    id: 'large',
    label: '50 MB, en memoria',
    target: { cpuMs: 60 },
    floor: { name: 'SHA-256 + RSA-2048', of: ({ sha256PerMs, rsaSign }) => large / sha256PerMs + rsaSign },
    plan: { warmUp: 3, rounds: 9, perRound: 1 },
    open: (folder) => {
      const pdf = read(folder, 'large.pdf')
      return openLarge(folder, () => pdf)
    },
  },
  {
    // reading is kernel work of varying cost: compared with a bare read of the same run
    id: 'large_file',
    label: '50 MB, leído del disco',
    target: { peakMb: 80 },
    floor: {
      name: 'leer + SHA-256 + RSA-2048',
      of: ({ sha256PerMs, readPerMs, rsaSign }) => large / sha256PerMs + large / readPerMs + rsaSign,
    },
    plan: { warmUp: 3, rounds: 9, perRound: 1 },
    open: (folder) => openLarge(folder, () => read(folder, 'large.pdf')),
  },
  {
    id: 'batch',
    label: `Lote de ${batchSize}, la clave abierta una vez`,
    target: { cpuMs: batchSize },
    floor: { name: `${batchSize} × RSA-2048`, of: ({ rsaSign }) => rsaSign * batchSize },
    plan: { warmUp: 3, rounds: 7, perRound: 1 },
    open: openBatch,
  },
  {
    id: 'verify_bb',
    label: 'Verificar B-B',
    target: {},
    // the signature and two certificates of its chain
    floor: { name: '3 × RSA verificar', of: ({ rsaVerify }) => rsaVerify * 3 },
    plan: { warmUp: 100, rounds: 15, perRound: 10 },
    open: (folder) => openVerify(folder, 'B-B'),
  },
  {
    id: 'verify_lta',
    label: 'Verificar B-LTA',
    target: { cpuMs: 15 },
    // the signature, two timestamps, two revocation answers and their certificates
    floor: { name: '10 × RSA verificar', of: ({ rsaVerify }) => rsaVerify * 10 },
    plan: { warmUp: 60, rounds: 15, perRound: 5 },
    open: (folder) => openVerify(folder, 'B-LTA'),
  },
  {
    id: 'pictures',
    label: 'Comparar imágenes, cada página',
    target: {},
    floor: { name: 'leer dos imágenes', of: ({ readPerMs }) => pictureBytes / readPerMs },
    plan: { warmUp: 3, rounds: 9, perRound: 1 },
    parts: pictured,
    open: openPictures,
  },
]

export const group: Group = { scenarios, makeFiles }
