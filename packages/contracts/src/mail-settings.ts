import * as z from 'zod/mini'
import { email } from './common.ts'
import { defineEndpoint } from './endpoint.ts'

/** `tls`: from the first byte (port 465). `starttls`: always upgraded (port 587). `none`: in the clear. */
export const mailSecurities = ['tls', 'starttls', 'none'] as const
export type MailSecurity = (typeof mailSecurities)[number]

/** A host name or an IP address, also an internal one. */
const host = z
  .string()
  .check(z.trim(), z.toLowerCase(), z.maxLength(253), z.regex(/^(?:[\w-]+(?:\.[\w-]+)*\.?|[\da-f:]*:[\da-f:.]+)$/))

const settings = {
  host,
  port: z.int().check(z.minimum(1), z.maximum(65_535)),
  security: z.enum(mailSecurities),
  /** null: the server needs no sign-in. */
  username: z.nullable(z.string().check(z.minLength(1), z.maxLength(254))),
  from_name: z.string().check(z.trim(), z.maxLength(100)),
  from_address: email,
}

export const mailSettingsSchema = z.strictObject({
  /** `environment`: SMTP_URL is set and replaces the stored settings. null: there are none. */
  source: z.nullable(z.enum(['environment', 'product'])),
  settings: z.nullable(
    z.strictObject({
      ...settings,
      host: z.string(),
      from_address: z.string(),
      has_password: z.boolean(),
      /** False: the stored password does not open with the server's keys and must be typed again. */
      usable: z.boolean(),
    }),
  ),
})
export type MailSettings = z.infer<typeof mailSettingsSchema>

export const getMailSettings = defineEndpoint({
  name: 'getMailSettings',
  method: 'GET',
  path: '/api/v1/mail_settings/',
  policy: 'mail.configure',
  summary: 'El servidor de correo y el remitente de la instalación, sin la contraseña.',
  tag: 'Correo',
  replies: { 200: mailSettingsSchema },
  errors: [],
})

export const changeMailSettings = defineEndpoint({
  name: 'changeMailSettings',
  method: 'PUT',
  path: '/api/v1/mail_settings/',
  policy: 'mail.configure',
  summary:
    'Cambia el servidor de correo y el remitente; vale desde el siguiente mensaje. Sin «password» queda la que había, si servidor, puerto, seguridad y usuario son los mismos.',
  tag: 'Correo',
  body: z.strictObject({
    ...settings,
    password: z.optional(z.nullable(z.string().check(z.maxLength(500)))),
  }),
  replies: { 200: mailSettingsSchema },
  errors: ['validation_failed', 'mail_in_environment', 'mail_password_missing', 'mail_password_in_clear'],
})

export const removeMailSettings = defineEndpoint({
  name: 'removeMailSettings',
  method: 'DELETE',
  path: '/api/v1/mail_settings/',
  policy: 'mail.configure',
  summary: 'Borra el servidor de correo guardado; los mensajes siguientes se guardan sin salir.',
  tag: 'Correo',
  replies: { 200: mailSettingsSchema },
  errors: ['mail_in_environment'],
})

export const testMail = defineEndpoint({
  name: 'testMail',
  method: 'POST',
  path: '/api/v1/test_mail/',
  policy: 'mail.configure',
  summary: 'Envía un mensaje de prueba a quien llama, con los ajustes en uso, y dice por qué no salió.',
  tag: 'Correo',
  replies: {
    200: z.strictObject({
      /** Address of the caller. */
      to: z.string(),
      sent: z.boolean(),
      /** What failed and what to do, in the caller's language; null: sent. */
      reason: z.nullable(z.string()),
      /** The mail server's own words, if any. */
      server_reply: z.nullable(z.string()),
    }),
  },
  errors: ['mail_not_configured', 'paused'],
})
