/** The elements that the browser shows in place of texts. */
const standIns = new WeakMap<Node, Node>()
const used = new WeakSet<Node>()

/**
 * Lets React work on a page that the browser translates: texts are replaced by elements, moved or merged, while React goes
 * on to change them, to remove them and to insert before them (decision 024).
 */
export function watchTranslation(): void {
  findMoved()
  const texts = new MutationObserver((records) => {
    for (const { target } of records) {
      const standIn = standIns.get(target)
      if (standIn?.isConnected) standIn.parentNode?.replaceChild(target, standIn)
    }
  })
  new MutationObserver((records) => {
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of records)
      for (const text of removedNodes) {
        if (text.nodeType !== Node.TEXT_NODE) continue
        const standIn = [...addedNodes, previousSibling, nextSibling].find(isStandIn)
        if (!standIn) continue
        standIns.set(text, standIn)
        used.add(standIn)
        texts.observe(text, { characterData: true })
      }
  }).observe(document, { childList: true, subtree: true })
}

/** An element that React did not make, and that shows no other text. */
function isStandIn(node: Node | null): node is Node {
  if (node?.nodeType !== Node.ELEMENT_NODE || used.has(node)) return false
  return !Object.keys(node).some((key) => key.startsWith('__react'))
}

/** Lets `removeChild` and `insertBefore` use what is shown for a node that is elsewhere, instead of throwing. */
function findMoved(): void {
  const { insertBefore, removeChild } = Node.prototype
  Node.prototype.removeChild = (child) => {
    const shown = child.parentNode ? child : standIns.get(child)
    if (shown?.parentNode) removeChild.call(shown.parentNode, shown)
    return child
  }
  Node.prototype.insertBefore = function (node, child) {
    return insertBefore.call(this, node, child && shownIn(this, child)) as typeof node
  }
}

/** The child of `parent` that is, contains or replaces `child`; null if there is none. */
function shownIn(parent: Node, child: Node): Node | null {
  let shown: Node | null = child.parentNode ? child : (standIns.get(child) ?? null)
  while (shown && shown.parentNode !== parent) shown = shown.parentNode
  return shown
}
