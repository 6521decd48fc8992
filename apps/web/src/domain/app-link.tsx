import { Link } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import type { RenderLink } from '../ui/breadcrumb.tsx'

type Props = Omit<ComponentProps<'a'>, 'href'> & { to: string; children: ReactNode }

/** A link to a page of the product (an address from `paths`); its code is fetched when the pointer comes near. */
export function AppLink({ to, ...rest }: Props) {
  return <Link to={to as never} preload="intent" {...rest} />
}

/** The same for the parts of `ui`, which know no router. */
export const renderLink: RenderLink = ({ to, ...rest }) => <AppLink to={to} {...rest} />
