import * as z from 'zod/mini'
import { timestamp, uuidParams } from './common.ts'
import { defineEndpoint } from './endpoint.ts'
import { uuid } from './ids.ts'

/** What Foja needs, in the order of the page among services in the same state. `sign_in`: the OpenID Connect provider. */
export const services = ['mail', 'disk', 'database', 'files', 'timestamp', 'sign_in', 'jobs', 'antivirus'] as const
export type Service = (typeof services)[number]

/** Worst first. `off`: not configured, and not needed. */
export const serviceStates = ['failed', 'warning', 'ok', 'off'] as const
export type ServiceState = (typeof serviceStates)[number]

export const serviceStatusSchema = z.strictObject({
  service: z.enum(services),
  state: z.enum(serviceStates),
  /** What is the case, in the caller's language. */
  sentence: z.string(),
  /** What to do, or a detail; null: nothing. */
  next: z.nullable(z.string()),
  /** What waits until it is repaired; null: nothing. */
  effect: z.nullable(z.string()),
  /** When it began to fail, if that is known. */
  since: z.nullable(timestamp),
  checked_at: timestamp,
  /** How long the service took to answer. */
  ms: z.nullable(z.int()),
})
export type ServiceStatus = z.infer<typeof serviceStatusSchema>

/** The backups by schedule (`FOJA_BACKUP_*`). */
const backupStatusSchema = z.strictObject({
  /** `warning`: none yet; `failed`: the last one failed, or is older than twice the period; `off`: not configured. */
  state: z.enum(serviceStates),
  /** What is wrong, in the caller's language; null: nothing. */
  problem: z.nullable(z.string()),
  /** What to do; null: nothing. */
  next: z.nullable(z.string()),
  /** One is being made, or starts within a minute. */
  running: z.boolean(),
  /** Of the last complete one. `bytes` and `ms` are null where an earlier release made it. */
  last: z.nullable(z.strictObject({ at: timestamp, bytes: z.nullable(z.int()), ms: z.nullable(z.int()) })),
  /** Folder and number of kept backups, and when the next one is due; null: not configured. */
  schedule: z.nullable(z.strictObject({ folder: z.string(), keep: z.int(), next_at: timestamp })),
})
export type BackupStatus = z.infer<typeof backupStatusSchema>

/** Days before its end from which a certificate is listed. */
export const certificateDays = 60

export const systemStatusSchema = z.strictObject({
  /** Worst first. */
  services: z.array(serviceStatusSchema),
  backup: backupStatusSchema,
  /** Certificates of active users that end soon or ended within the last month, the first to end first, 20 at most. */
  certificates: z.array(z.strictObject({ id_user: uuid, nombre: z.string(), not_after: timestamp })),
  version: z.strictObject({ foja: z.string(), node: z.string() }),
})
export type SystemStatus = z.infer<typeof systemStatusSchema>

export const systemStatus = defineEndpoint({
  name: 'systemStatus',
  method: 'GET',
  path: '/api/v1/system_status/',
  policy: 'system.status',
  summary:
    'Cómo está lo que Foja necesita, lo peor primero. Lo que está fuera (correo, sello de tiempo, ingreso) se prueba como mucho cada cinco minutos.',
  tag: 'Estado',
  replies: { 200: systemStatusSchema },
  errors: [],
})

export const checkService = defineEndpoint({
  name: 'checkService',
  method: 'POST',
  path: '/api/v1/check_service/',
  policy: 'system.status',
  summary: 'Prueba un servicio ahora; el correo, con un mensaje de prueba a quien llama.',
  tag: 'Estado',
  body: z.strictObject({ service: z.enum(services) }),
  replies: { 200: serviceStatusSchema },
  errors: ['validation_failed', 'paused'],
})

export const makeBackup = defineEndpoint({
  name: 'makeBackup',
  method: 'POST',
  path: '/api/v1/make_backup/',
  policy: 'system.status',
  summary: 'Hace ahora una copia de respaldo, en segundo plano; si ya se está haciendo una, no empieza otra.',
  tag: 'Estado',
  replies: { 200: backupStatusSchema },
  errors: ['backup_not_configured'],
})

/** A background job that failed at every try. */
const failedJobSchema = z.strictObject({
  id: uuid,
  /** What it does, in the caller's language. */
  title: z.string(),
  /** Why it failed the last time, in the caller's language. */
  reason: z.string(),
  /** Code of the error, for support. */
  code: z.string(),
  tries: z.int(),
  /** Id of the request that caused it; null: none did. */
  request_id: z.nullable(z.string()),
  created_at: timestamp,
  failed_at: timestamp,
})
export type FailedJob = z.infer<typeof failedJobSchema>

/** The last to fail first, 100 at most. */
const failedJobsSchema = z.strictObject({ results: z.array(failedJobSchema) })
export type FailedJobs = z.infer<typeof failedJobsSchema>

export const failedJobs = defineEndpoint({
  name: 'failedJobs',
  method: 'GET',
  path: '/api/v1/failed_jobs/',
  policy: 'system.status',
  summary:
    'Los trabajos que fallaron en todos sus intentos, de la última semana, el último primero. Los correos están en la bandeja.',
  tag: 'Estado',
  replies: { 200: failedJobsSchema },
  errors: [],
})

export const retryJob = defineEndpoint({
  name: 'retryJob',
  method: 'POST',
  path: '/api/v1/retry_job/{id}/',
  policy: 'system.status',
  summary: 'Intenta otra vez un trabajo que falló; nada, si ya no está entre ellos. Devuelve los que quedan.',
  tag: 'Estado',
  params: uuidParams,
  replies: { 200: failedJobsSchema },
  errors: [],
})

export const discardJob = defineEndpoint({
  name: 'discardJob',
  method: 'POST',
  path: '/api/v1/discard_job/{id}/',
  policy: 'system.status',
  summary: 'Descarta un trabajo que falló; nada, si ya no está entre ellos. Devuelve los que quedan.',
  tag: 'Estado',
  params: uuidParams,
  replies: { 200: failedJobsSchema },
  errors: [],
})
