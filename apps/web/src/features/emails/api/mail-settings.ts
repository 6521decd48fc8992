import type * as mail from '@foja/contracts/mail-settings'
import { call, type CallOptions } from '../../../lib/api/call.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'
import { getQuery } from '../../../lib/api/get-query.ts'

/** The mail server and the sender, without the password. */
export const mailSettingsQuery = getQuery<typeof mail.getMailSettings>(
  queryKeys.mailSettings(),
  '/api/v1/mail_settings/',
)

export type MailChange = CallOptions<typeof mail.changeMailSettings>['body']

export const changeMailSettings = (body: MailChange) =>
  call<typeof mail.changeMailSettings>('PUT', '/api/v1/mail_settings/', { body })

export const removeMailSettings = () => call<typeof mail.removeMailSettings>('DELETE', '/api/v1/mail_settings/')

export const sendTestMail = () => call<typeof mail.testMail>('POST', '/api/v1/test_mail/')
