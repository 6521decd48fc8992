import type { saveTemplate as endpoint } from '@foja/contracts/templates'
import { call, type CallOptions } from '../../../lib/api/call.ts'

export type TemplateToSave = CallOptions<typeof endpoint>['body']

/** A new template without `id`; with `id` and the `version` that was changed, one version more. */
export const saveTemplate = (body: TemplateToSave) => call<typeof endpoint>('POST', '/api/v1/save_template/', { body })
