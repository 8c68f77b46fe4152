import { Button, type ButtonProps } from "@mantine/core"
import { createLink } from "@tanstack/react-router"
import type { AnchorHTMLAttributes, Ref } from "react"

type Props = ButtonProps & AnchorHTMLAttributes<HTMLAnchorElement> & { ref?: Ref<HTMLAnchorElement> }

const AnchorButton = (props: Props) => <Button component="a" {...props} />

/** A link to another page that looks like a button, for the one next step. */
export const LinkButton = createLink(AnchorButton)
