import type { ComponentProps, ElementType } from 'react'

/** Props of a component that renders as the element or component `as`. */
export type Polymorphic<T extends ElementType, Own> = Own & { as?: T } & Omit<
    ComponentProps<T>,
    keyof Own | 'as'
  >
