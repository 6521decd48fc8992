// The machine's own cost, without our code.
import { createHash, generateKeyPairSync, sign, verify } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { median } from './scenario.ts'
import type { Floor } from './scenario.ts'

function cpuOf(run: () => void, perRound: number): number {
  for (let i = 0; i < perRound; i++) run()
  const rounds = Array.from({ length: 9 }, () => {
    const start = process.cpuUsage()
    for (let i = 0; i < perRound; i++) run()
    const { user, system } = process.cpuUsage(start)
    return (user + system) / 1000 / perRound
  })
  return median(rounds)
}

/**
 * RSA-2048 and P-256 signatures of a short message, their verification, SHA-256 over 64 MB, and reading a file of that
 * size: the kernel copies it and allocates memory, which can cost as much as hashing it.
 */
export function measureFloor(folder: string): Floor {
  const message = Buffer.alloc(120, 7)
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const rsaSignature = sign('sha256', message, rsa.privateKey)
  const ecSignature = sign('sha256', message, ec.privateKey)
  const data = Buffer.alloc(64 * 1024 * 1024, 5)
  const file = join(folder, 'floor.bin')
  writeFileSync(file, data)
  return {
    rsaSign: cpuOf(() => void sign('sha256', message, rsa.privateKey), 100),
    p256Sign: cpuOf(() => void sign('sha256', message, ec.privateKey), 500),
    rsaVerify: cpuOf(() => void verify('sha256', message, rsa.publicKey, rsaSignature), 500),
    p256Verify: cpuOf(() => void verify('sha256', message, ec.publicKey, ecSignature), 200),
    sha256PerMs: data.length / cpuOf(() => void createHash('sha256').update(data).digest(), 1),
    readPerMs: data.length / cpuOf(() => void readFileSync(file), 1),
  }
}
