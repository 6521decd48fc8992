import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import type { S3Settings } from '@foja/storage/s3-store'
import { randomBytes } from 'node:crypto'
import { findServer } from './server-guard.ts'
import type { SwiftState } from './swift-guard.ts'
import { hasSwift, howToInstall, swiftUser } from './swift.ts'

let server: Promise<SwiftState> | undefined

/** The settings of a new bucket of a real S3 server, one server per test run. Throws where Swift is not installed. */
export async function createBucket(): Promise<S3Settings> {
  if (!hasSwift()) throw new Error(howToInstall)
  server ??= findServer<SwiftState>('swift', new URL('./swift-guard.ts', import.meta.url))
  const { endpoint } = await server
  const place = { endpoint, region: 'us-east-1', forcePathStyle: true }
  const client = new S3Client({ ...place, credentials: swiftUser })
  const bucket = `foja-${randomBytes(8).toString('hex')}`
  await client.send(new CreateBucketCommand({ Bucket: bucket }))
  client.destroy()
  return { ...place, ...swiftUser, bucket }
}
