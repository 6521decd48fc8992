import type { requestFromTemplate } from '@foja/contracts/template-fills'
import { call, type CallOptions } from '../../../lib/api/call.ts'

export type TemplateRequest = CallOptions<typeof requestFromTemplate>['body']

/** Makes a document from a template and asks for its signatures. */
export const requestFilled = (body: TemplateRequest) =>
  call<typeof requestFromTemplate>('POST', '/api/v1/request_from_template/', { body })
