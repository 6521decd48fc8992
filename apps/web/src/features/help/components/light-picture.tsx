import type { ReactNode } from 'react'
import type { HelpTopic } from '../topics.ts'

/** Taken by `npm run pictures`, which runs e2e/pictures.test.ts. */
const pictures = import.meta.glob<string>('../pictures/*-light.webp', { eager: true, query: '?url', import: 'default' })

type Props = { topic: HelpTopic; children: (src: string | undefined) => ReactNode }

/** The picture of a topic in light mode. */
export const LightPicture = ({ topic, children }: Props) => children(pictures[`../pictures/${topic}-light.webp`])
