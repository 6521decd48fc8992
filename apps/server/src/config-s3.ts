import type { S3Settings } from '@foja/storage/s3-store'
import * as z from 'zod/mini'

const isPlain = (value: string) => {
  if (!URL.canParse(value)) return false
  const { username, pathname, search, hash } = new URL(value)
  return username === '' && pathname === '/' && search === '' && hash === ''
}
const endpoint = z.pipe(
  z.url({ protocol: /^https?$/ }).check(z.refine(isPlain)),
  z.transform((value: string) => new URL(value).origin),
)
/** Name of a bucket. */
export const bucket = z.string().check(z.regex(/^\w[\w.-]{1,61}\w$/))
const secret = z.string().check(z.regex(/^[\x21-\x7e]+$/))

/** The part of `environment` (config-environment.ts) about S3. */
export const s3Environment = {
  S3_ENDPOINT: {
    schema: z.optional(endpoint),
    example: '',
    about:
      'Keeps the files in a bucket of an S3 service instead of FOJA_DATA_DIR: its address, https://s3.example.com. The ' +
      'next settings go with it (without S3_BUCKET only FOJA_BACKUP_BUCKET is there). The bucket must exist, be of Foja alone and have no versions or expiry of its own.',
    expected: 'una dirección sin ruta como https://s3.example.com',
  },
  S3_BUCKET: {
    schema: z.optional(bucket),
    example: '',
    about: 'Name of the bucket: foja.',
    expected: 'el nombre de un bucket, como foja',
  },
  S3_REGION: {
    schema: z._default(z.string().check(z.regex(/^[\w-]{1,60}$/)), 'us-east-1'),
    example: 'us-east-1',
    about: 'Region of the bucket, as the service names it.',
    expected: 'una región como us-east-1',
  },
  S3_ACCESS_KEY_ID: {
    schema: z.optional(secret),
    example: '',
    about:
      'Key that may list the bucket and its uploads, and read, write and delete its objects (s3:ListBucket, ' +
      's3:ListBucketMultipartUploads, s3:GetObject, s3:PutObject, s3:DeleteObject, s3:AbortMultipartUpload).',
    expected: 'un texto sin espacios',
  },
  S3_SECRET_ACCESS_KEY: {
    schema: z.optional(secret),
    example: '',
    about: 'Secret that goes with it.',
    expected: 'un texto sin espacios',
  },
  S3_FORCE_PATH_STYLE: {
    schema: z._default(z.enum(['true', 'false']), 'true'),
    example: 'true',
    about:
      'true: the bucket is in the path, https://s3.example.com/foja; false: in the host name, foja.s3.example.com.',
    expected: 'true o false',
  },
} as const

type Parsed = { [Name in keyof typeof s3Environment]: z.output<(typeof s3Environment)[Name]['schema']> } & {
  FOJA_BACKUP_BUCKET: string | undefined
}

/** Buckets of the S3 service; undefined: none. */
type Buckets = { files: S3Settings | undefined; backups: S3Settings | undefined }

/** Returns the buckets of the files and of the backups; a string is the error message. */
export function bucketsOf(parsed: Parsed): Buckets | string {
  const { S3_ENDPOINT: at, S3_BUCKET: name, S3_ACCESS_KEY_ID: keyId, S3_SECRET_ACCESS_KEY: key } = parsed
  const { FOJA_BACKUP_BUCKET: backups } = parsed
  const none = { files: undefined, backups: undefined }
  if ([at, name, keyId, key, backups].every((value) => value === undefined)) return none
  if (at === undefined || keyId === undefined || key === undefined || (name ?? backups) === undefined) {
    return backups === undefined
      ? 'S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID y S3_SECRET_ACCESS_KEY van juntas: pon las cuatro o ninguna'
      : 'FOJA_BACKUP_BUCKET necesita el servicio S3: pon S3_ENDPOINT, S3_ACCESS_KEY_ID y S3_SECRET_ACCESS_KEY'
  }
  if (name === backups) return 'FOJA_BACKUP_BUCKET debe ser otro bucket que S3_BUCKET'
  const settings = (of: string | undefined): S3Settings | undefined =>
    of === undefined
      ? undefined
      : {
          endpoint: at,
          bucket: of,
          region: parsed.S3_REGION,
          accessKeyId: keyId,
          secretAccessKey: key,
          forcePathStyle: parsed.S3_FORCE_PATH_STYLE === 'true',
        }
  return { files: settings(name), backups: settings(backups) }
}
