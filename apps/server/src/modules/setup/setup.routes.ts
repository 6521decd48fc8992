import {
  completeSetup as completeSetupCall,
  getSampleOffice,
  getSetup,
  removeSampleOffice,
} from '@foja/contracts/setup'
import type { FastifyRequest } from 'fastify'
import { ProblemError } from '../../http/problem.ts'
import type { Api } from '../../http/register.ts'
import { slowDown, type ThrottleRule } from '../../http/throttle.ts'
import { isLoopback } from '../../lib/is-loopback.ts'
import { completeSetup, needsSetup } from './complete-setup.ts'
import { removeSample } from './sample/remove-sample.ts'
import { readSampleContents, sampleSummary } from './sample/sample.queries.ts'
import { findSample } from './sample/sample-record.ts'

function nameOf(host: string): string {
  try {
    return new URL(`http://${host}`).hostname.replace(/^\[|\]$/g, '')
  } catch {
    return ''
  }
}

/**
 * Requires that the request names this computer itself. Without a setup code only local browsers may set up Foja; a
 * remote page that resolves its own name to this address (DNS rebinding) sends that name.
 * @throws ProblemError setup_elsewhere
 */
function requireLocalName({ host }: Pick<FastifyRequest, 'host'>): void {
  if (!isLoopback(nameOf(host))) throw new ProblemError('setup_elsewhere')
}

/** The code has 40 bits, so twenty tries in a quarter of an hour are safe. */
const codeRule: ThrottleRule = { tries: 20, seconds: 900 }

/** Endpoints of the first run: state, setup, and the sample. */
export function registerSetup(api: Api): void {
  api.route(getSetup, async ({ ctx }) => {
    const needed = await needsSetup(ctx.db)
    return { status: 200, body: { needed, code_required: needed && ctx.setupCode !== null, sample: sampleSummary } }
  })

  api.route(completeSetupCall, async ({ ctx, body, request }) => {
    if (ctx.setupCode === null) requireLocalName(request)
    await slowDown(ctx, 'setup', ctx.ip, codeRule)
    const { email } = await completeSetup(ctx, body)
    return { status: 201, body: { email, sample_data: body.sample_data } }
  })

  api.route(getSampleOffice, async ({ ctx: { db, actor } }) => {
    const sample = await findSample(db)
    return { status: 200, body: { sample: (sample && (await readSampleContents(db, sample, actor.id))) ?? null } }
  })

  api.route(removeSampleOffice, async ({ ctx }) => ({ status: 200, body: await removeSample(ctx) }))
}
