import { parseAddress, type MailAddress } from '@foja/mail/address'
import type { SmtpServer } from '@foja/mail/smtp-url'
import type { S3Settings } from '@foja/storage/s3-store'
import { resolve } from 'node:path'
import * as z from 'zod/mini'
import { environment, type Parsed } from './config-environment.ts'
import { bucketsOf } from './config-s3.ts'
import { isLoopback } from './lib/is-loopback.ts'
import type { ClamdAddress } from './lib/antivirus.ts'

/** An OpenID Connect provider and our credentials there. */
export type OidcSettings = {
  issuer: string
  clientId: string
  clientSecret: string
  /** Its name on the sign-in page. */
  name: string
  /** Domains (lower case) whose addresses are trusted if the provider does not say whether it verified them. */
  emailDomains: string[]
  /** Claim with the groups of a person. */
  groupsClaim: string
  /** Time limit for its answers, in milliseconds. Default: 8 seconds. */
  patienceMs?: number
}

/** Whom to tell of a vulnerability (RFC 9116). */
export type SecurityContact = { contacts: string[]; expires: Date; languages: string[] }

/** Backups: what encrypts them (the recipient comes first), and those that are made every day. */
type BackupSettings = {
  passphrase: string | undefined
  recipient: string | undefined
  /** Undefined: none by schedule. */
  folder: string | undefined
  /** In place of a folder. */
  bucket: S3Settings | undefined
  keep: number
  /** `HH:MM`. */
  time: string
}

/** The settings of a running server; paths are absolute. */
export type Config = {
  port: number
  host: string
  /** Without a trailing slash, perhaps with a path; undefined only if nothing but this computer reaches the server. */
  publicUrl: string | undefined
  /** `http` runs no background jobs, `worker` only those. */
  role: Parsed['FOJA_ROLE']
  /** How long requests are served after the signal to stop. */
  drainSeconds: number
  /** Addresses and networks (CIDR) of trusted proxies besides those on this computer. */
  trustedProxies: string[]
  dataFolder: string
  keyFile: string
  /** True if new files are stored encrypted. */
  encryptFiles: boolean
  /** Bucket of the files; undefined: they are in the data folder. */
  s3: S3Settings | undefined
  /** Antivirus; undefined: files are not scanned. */
  clamd: ClamdAddress | undefined
  backup: BackupSettings
  admin: { email: string; password: string } | undefined
  databaseUrl: string | undefined
  /** `name` or `name:port` of servers that may be contacted although their addresses are private. */
  privateHosts: string[]
  /** Mail server and sender; undefined: messages stay in the outbox. */
  mail: { server: SmtpServer; from: MailAddress } | undefined
  /** Address that gets the root of the history once a day; undefined: none. */
  historyMailTo: string | undefined
  /** IANA name; undefined: not set. */
  timeZone: string | undefined
  /** OpenID Connect provider; undefined: none. */
  oidc: OidcSettings | undefined
  /** Content of `/.well-known/security.txt`; undefined: there is none. */
  securityContact: SecurityContact | undefined
  logLevel: Parsed['LOG_LEVEL']
  /** Secret of `/metrics`; undefined: there is no such page. */
  metricsToken: string | undefined
  /** Collector of traces; undefined: none. */
  traceCollector: string | undefined
}

/** Reports all wrong settings together. Values are not repeated, as some are secrets. */
export class ConfigError extends Error {
  constructor(problems: string[]) {
    super(`Configuración: ${problems.join('; ')}.`)
    this.name = 'ConfigError'
  }
}

/** Returns mail server and sender; a string is the error message. */
function mailOf({ SMTP_URL: server, MAIL_FROM: sender }: Parsed): Config['mail'] | string {
  if (server === undefined) return undefined
  const address = parseAddress(server.auth?.user ?? '')
  const from = sender ?? (address === null ? undefined : { name: '', address })
  return from === undefined ? 'MAIL_FROM debe decir de quién salen los correos: pon una dirección' : { server, from }
}

function backupOf(parsed: Parsed, bucket: S3Settings | undefined): BackupSettings {
  const { FOJA_BACKUP_DIR: folder, FOJA_BACKUP_PASSPHRASE: passphrase, FOJA_BACKUP_RECIPIENT: to } = parsed
  return {
    passphrase,
    recipient: to,
    folder: folder === undefined ? undefined : resolve(folder),
    bucket,
    keep: parsed.FOJA_BACKUP_KEEP,
    time: parsed.FOJA_BACKUP_TIME,
  }
}

/** Returns what is wrong with the place of the backups. */
function wrongBackup(parsed: Parsed): string | undefined {
  const { FOJA_BACKUP_DIR: folder, FOJA_BACKUP_BUCKET: bucket } = parsed
  if (folder !== undefined && bucket !== undefined) {
    return 'FOJA_BACKUP_DIR y FOJA_BACKUP_BUCKET no van juntas: pon una de las dos'
  }
  const isLocked = parsed.FOJA_BACKUP_PASSPHRASE !== undefined || parsed.FOJA_BACKUP_RECIPIENT !== undefined
  if (isLocked || (folder ?? bucket) === undefined) return undefined
  const name = folder === undefined ? 'FOJA_BACKUP_BUCKET' : 'FOJA_BACKUP_DIR'
  return `${name} necesita con qué cifrar: pon FOJA_BACKUP_RECIPIENT o FOJA_BACKUP_PASSPHRASE`
}

/** Returns the content of security.txt; a string is the error message. */
function securityContactOf(parsed: Parsed): SecurityContact | undefined | string {
  const { SECURITY_CONTACT: contacts, SECURITY_EXPIRES: expires, SECURITY_LANGUAGES: languages } = parsed
  if (contacts === undefined && expires === undefined) return undefined
  if (contacts === undefined || contacts.length === 0 || expires === undefined) {
    return 'SECURITY_CONTACT y SECURITY_EXPIRES van juntas: pon las dos o ninguna'
  }
  return { contacts, expires, languages }
}

/** True for Microsoft's multi-tenant issuers, where the admin of any directory can claim any address. */
const isShared = (at: string) => /^\/(?:common|organizations|consumers)(?:\/|$)/i.test(new URL(at).pathname)

/** Returns the provider; a string is the error message. */
function oidcOf(parsed: Parsed): Config['oidc'] | string {
  const { OIDC_ISSUER: at, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_NAME: name } = parsed
  const { OIDC_EMAIL_DOMAINS: emailDomains, OIDC_GROUPS_CLAIM: groupsClaim } = parsed
  if ([at, clientId, clientSecret, name, emailDomains, groupsClaim].every((value) => value === undefined))
    return undefined
  if (at === undefined || clientId === undefined || clientSecret === undefined) {
    return 'OIDC_ISSUER, OIDC_CLIENT_ID y OIDC_CLIENT_SECRET van juntas: pon las tres o ninguna'
  }
  if (emailDomains !== undefined && isShared(at)) {
    return 'OIDC_EMAIL_DOMAINS no va con un emisor que cualquier directorio comparte: pon en OIDC_ISSUER el de tu directorio'
  }
  return {
    issuer: at,
    clientId,
    clientSecret,
    name: name ?? new URL(at).host,
    emailDomains: emailDomains ?? [],
    groupsClaim: groupsClaim ?? 'groups',
  }
}

/**
 * Returns why PUBLIC_URL is missing. Without it links would begin with the Host header, which any client can choose, so
 * only a server that other computers do not reach may go without.
 */
function missingPublicUrl({ HOST: at, PUBLIC_URL: publicUrl, TRUSTED_PROXIES: trusted }: Parsed): string | undefined {
  if (publicUrl !== undefined) return undefined
  const example = 'pon la dirección con la que la gente entra, como PUBLIC_URL=https://foja.example.com'
  if (!isLoopback(at)) return `PUBLIC_URL falta: con ese HOST llegan otros equipos a Foja; ${example}`
  return trusted === undefined ? undefined : `PUBLIC_URL falta: con TRUSTED_PROXIES se llega por un proxy; ${example}`
}

/** Returns what a process with its own role lacks: it is one of several, on one database and one address. */
function missingForRole({
  FOJA_ROLE: role,
  DATABASE_URL: database,
  PUBLIC_URL: publicUrl,
}: Parsed): string | undefined {
  if (role === 'all') return undefined
  if (database === undefined) {
    return `FOJA_ROLE=${role} necesita un PostgreSQL, porque la base incluida es de un solo proceso: pon DATABASE_URL, o quita FOJA_ROLE`
  }
  return publicUrl === undefined
    ? `FOJA_ROLE=${role} necesita la dirección con la que la gente entra: pon PUBLIC_URL=https://foja.example.com`
    : undefined
}

/**
 * Reads the settings from `source` (the process's environment); an empty entry counts as absent. Throws a `ConfigError`
 * that names every bad entry.
 */
export function readConfig(source: Record<string, string | undefined>): Config {
  const values: Record<string, unknown> = {}
  const problems: string[] = []
  for (const [name, entry] of Object.entries(environment)) {
    const text = source[name]?.trim()
    const parsed = z.safeParse(entry.schema, text === '' ? undefined : text)
    if (parsed.success) values[name] = parsed.data
    else problems.push(`${name} debe ser ${entry.expected}`)
  }
  const parsed = values as Parsed
  const { FOJA_ADMIN_EMAIL: adminEmail, FOJA_ADMIN_PASSWORD: adminPassword } = parsed
  if (problems.length === 0 && (adminEmail === undefined) !== (adminPassword === undefined)) {
    problems.push('FOJA_ADMIN_EMAIL y FOJA_ADMIN_PASSWORD van juntas: pon las dos o ninguna')
  }
  const backupProblem = problems.length === 0 ? wrongBackup(parsed) : undefined
  if (backupProblem !== undefined) problems.push(backupProblem)
  const publicUrl = problems.length === 0 ? missingPublicUrl(parsed) : undefined
  if (publicUrl !== undefined) problems.push(publicUrl)
  const role = problems.length === 0 ? missingForRole(parsed) : undefined
  if (role !== undefined) problems.push(role)
  const mail = mailOf(parsed)
  if (typeof mail === 'string' && !problems.some((problem) => problem.startsWith('MAIL_FROM'))) problems.push(mail)
  const oidc = oidcOf(parsed)
  if (typeof oidc === 'string' && !problems.some((problem) => problem.startsWith('OIDC_'))) problems.push(oidc)
  const buckets = bucketsOf(parsed)
  if (typeof buckets === 'string' && !problems.some((problem) => problem.startsWith('S3_'))) problems.push(buckets)
  const securityContact = securityContactOf(parsed)
  if (typeof securityContact === 'string' && !problems.some((problem) => problem.startsWith('SECURITY_'))) {
    problems.push(securityContact)
  }
  if (
    problems.length > 0 ||
    typeof mail === 'string' ||
    typeof oidc === 'string' ||
    typeof buckets === 'string' ||
    typeof securityContact === 'string'
  ) {
    throw new ConfigError(problems)
  }
  const dataFolder = resolve(parsed.FOJA_DATA_DIR)
  return {
    port: parsed.PORT,
    host: parsed.HOST,
    publicUrl: parsed.PUBLIC_URL,
    role: parsed.FOJA_ROLE,
    drainSeconds: parsed.FOJA_DRAIN_SECONDS,
    trustedProxies: parsed.TRUSTED_PROXIES ?? [],
    dataFolder,
    keyFile: resolve(parsed.FOJA_KEY_FILE ?? `${dataFolder}/keys/server.json`),
    encryptFiles: parsed.FOJA_ENCRYPT_FILES === 'on',
    s3: buckets.files,
    clamd: parsed.FOJA_CLAMD,
    backup: backupOf(parsed, buckets.backups),
    admin:
      adminEmail !== undefined && adminPassword !== undefined
        ? { email: adminEmail, password: adminPassword }
        : undefined,
    databaseUrl: parsed.DATABASE_URL,
    privateHosts: parsed.FOJA_PRIVATE_HOSTS ?? [],
    mail,
    historyMailTo: parsed.HISTORY_MAIL_TO,
    timeZone: parsed.TIME_ZONE,
    oidc,
    securityContact,
    logLevel: parsed.LOG_LEVEL,
    metricsToken: parsed.METRICS_TOKEN,
    traceCollector: parsed.OTEL_EXPORTER_OTLP_ENDPOINT,
  }
}

/** Settings that decide how clients reach the server. */
type Reach = Pick<Config, 'publicUrl'> & Partial<Pick<Config, 'trustedProxies'>>

/** True if a proxy is in front: the public address is not this computer's, or proxies are trusted. */
export function isBehindProxy({ publicUrl, trustedProxies = [] }: Reach): boolean {
  // An IPv6 address has brackets in a URL.
  const isPublic = publicUrl !== undefined && !isLoopback(new URL(publicUrl).hostname.replace(/^\[|\]$/g, ''))
  return isPublic || trustedProxies.length > 0
}

/** True if only this computer reaches the server, directly and without a proxy. */
export function isPrivate(config: Reach & Pick<Config, 'host'>): boolean {
  return isLoopback(config.host) && !isBehindProxy(config)
}
