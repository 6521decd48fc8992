import type * as mail from '@foja/contracts/mail-settings'
import { queryOptions } from '@tanstack/react-query'
import { call, type CallOptions } from '../../../lib/api/call.ts'
import { queryKeys } from '../../../lib/api/query-keys.ts'

/** The mail server and the sender, without the password. */
export const mailSettingsQuery = queryOptions({
  queryKey: queryKeys.mailSettings(),
  queryFn: ({ signal }) => call<typeof mail.getMailSettings>('GET', '/api/v1/mail_settings/', { signal }),
})

export type MailChange = CallOptions<typeof mail.changeMailSettings>['body']

export const changeMailSettings = (body: MailChange) =>
  call<typeof mail.changeMailSettings>('PUT', '/api/v1/mail_settings/', { body })

export const removeMailSettings = () => call<typeof mail.removeMailSettings>('DELETE', '/api/v1/mail_settings/')

export const sendTestMail = () => call<typeof mail.testMail>('POST', '/api/v1/test_mail/')
