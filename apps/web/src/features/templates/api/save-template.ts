import type { saveTemplate as endpoint } from '@foja/contracts/templates'
import { call, type CallOptions } from '../../../lib/api/call.ts'

export type TemplateToSave = CallOptions<typeof endpoint>['body']

/** Creates a template, or with `id` and the edited `version` saves a new version. */
export const saveTemplate = (body: TemplateToSave) => call<typeof endpoint>('POST', '/api/v1/save_template/', { body })
