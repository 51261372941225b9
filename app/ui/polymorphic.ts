import type { ComponentProps, ElementType } from 'react'

/** Props of a component that renders the element or component `as`, with all props of that one. */
export type Polymorphic<T extends ElementType, Own> = Own & { as?: T } & Omit<
    ComponentProps<T>,
    keyof Own | 'as'
  >
