import { useMemo } from 'react'
import { useAdministerTopics } from './texts/administer-topics.ts'
import { useManageTopics } from './texts/manage-topics.ts'
import { useMediateTopics } from './texts/mediate-topics.ts'
import { useSignTopics } from './texts/sign-topics.ts'
import type { HelpTopic, Topic } from './topics.ts'

/** The texts of every topic. */
export function useTopics(): Record<HelpTopic, Topic> {
  const sign = useSignTopics()
  const mediate = useMediateTopics()
  const manage = useManageTopics()
  const administer = useAdministerTopics()
  return useMemo(() => ({ ...sign, ...mediate, ...manage, ...administer }), [sign, mediate, manage, administer])
}
