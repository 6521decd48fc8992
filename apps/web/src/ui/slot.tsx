import { Children, cloneElement, isValidElement, useMemo, type ReactElement, type ReactNode, type Ref } from 'react'

type Props = Record<string, unknown>
type SlotProps = Props & { children?: ReactNode; ref?: Ref<HTMLButtonElement> | undefined }

const joined = (...words: unknown[]) => words.filter((word) => typeof word === 'string' && word !== '').join(' ')

/** Combines two refs; may return a cleanup function, like React's own. */
function joinRefs(refs: readonly (Ref<HTMLButtonElement> | undefined)[]) {
  return (node: HTMLButtonElement | null) => {
    const ends = refs.map((ref) => {
      if (typeof ref !== 'function') {
        if (ref !== null && ref !== undefined) ref.current = node
        return undefined
      }
      return ref(node)
    })
    return () => {
      for (const [at, end] of ends.entries()) {
        const ref = refs[at]
        if (typeof end === 'function') end()
        else if (typeof ref === 'function') ref(null)
        else if (ref !== null && ref !== undefined) ref.current = null
      }
    }
  }
}

/** The child's own props win; handlers run one after the other, the child's first; classes and names are joined. */
function merge(outer: Props, own: Props): Props {
  const merged: Props = { ...outer, ...own }
  for (const [name, value] of Object.entries(outer)) {
    const inner = own[name]
    if (/^on[A-Z]/.test(name) && typeof value === 'function' && typeof inner === 'function') {
      merged[name] = (...args: unknown[]) => {
        inner(...args)
        value(...args)
      }
    } else if (inner === undefined) merged[name] = value
    else if (name === 'style') merged[name] = { ...(value as object), ...(inner as object) }
    else if (name === 'className' || name === 'aria-describedby') merged[name] = joined(value, inner)
  }
  return merged
}

/** Renders its only child with its own props, handlers and ref. */
export function Slot({ children, ref, ...outer }: SlotProps) {
  const child = Children.only(children)
  const element = isValidElement(child) ? (child as ReactElement<SlotProps>) : null
  const own = element?.props.ref
  const both = useMemo(() => joinRefs([ref, own]), [ref, own])
  if (element === null) throw new Error('Slot needs exactly one element as its child')
  return cloneElement(element, { ...merge(outer, element.props), ref: ref === undefined ? own : both } as SlotProps)
}

/** Wraps the content of an `asChild` child with `draw`. */
export function wrapContent(children: ReactNode, draw: (content: ReactNode) => ReactNode): ReactNode {
  const child = Children.only(children)
  return isValidElement<{ children?: ReactNode }>(child)
    ? cloneElement(child, undefined, draw(child.props.children))
    : child
}
