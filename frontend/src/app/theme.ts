import {
  createTheme,
  defaultVariantColorsResolver,
  type CSSVariablesResolver,
  type MantineColorsTuple,
} from "@mantine/core"

import { texts } from "./texts"

// Mantine wants ten shades of a colour; ours are tokens that change with the scheme, so all ten are the same.
const accent = Array(10).fill("var(--accent)") as unknown as MantineColorsTuple // A tuple's length can't be filled.

const inDialog = {
  /** Its heading names a dialog; as a page's banner, which Mantine makes of it, it would be the page's second one. */
  attributes: { header: { role: "presentation" } },
  /** Gone at once when it is closed: the next key is the page's, and would be lost while it fades. */
  transitionProps: { duration: 0 },
}

export const theme = createTheme({
  primaryColor: "accent",
  colors: { accent },
  fontFamily: "var(--font)",
  fontFamilyMonospace: "var(--mono)",
  fontSizes: { xs: "12px", sm: "13px", md: "14px", lg: "16px", xl: "18px" },
  defaultRadius: "6px",
  // The ring of global.css, which is never hidden.
  focusClassName: "focus-ring",
  cursorType: "pointer",
  respectReducedMotion: true,
  variantColorResolver: (input) => {
    if (input.variant === "filled" && (!input.color || input.color === "accent")) {
      const filled = { background: "var(--accent)", color: "var(--on-accent)", border: "1px solid var(--accent)" }
      return { ...filled, hover: "color-mix(in srgb, var(--accent) 88%, var(--ink))" }
    }
    return defaultVariantColorsResolver(input)
  },
  components: {
    Button: { defaultProps: { size: "sm", fw: 550 } },
    InputWrapper: { styles: { label: { marginBottom: 6 } } }, // Room for the ring of the field.
    TextInput: { defaultProps: { size: "sm" } },
    PasswordInput: {
      defaultProps: {
        visibilityToggleFocusable: true,
        visibilityToggleButtonProps: { "aria-label": texts.showPassword },
      },
    },
    CloseButton: { defaultProps: { "aria-label": texts.close } },
    Drawer: { styles: { title: { fontWeight: 650 } }, defaultProps: inDialog },
    Modal: {
      styles: { title: { fontWeight: 650 } },
      defaultProps: { centered: true, overlayProps: { backgroundOpacity: 0.35 }, ...inDialog },
    },
  },
})

const tokens = {
  "--mantine-color-body": "var(--panel)",
  "--mantine-color-text": "var(--ink)",
  "--mantine-color-dimmed": "var(--ink-2)",
  "--mantine-color-placeholder": "var(--ink-3)",
  "--mantine-color-anchor": "var(--accent)",
  "--mantine-color-error": "var(--bad)",
  "--mantine-color-default": "var(--panel)",
  "--mantine-color-default-hover": "var(--sunk)",
  "--mantine-color-default-color": "var(--ink)",
  "--mantine-color-default-border": "var(--line-control)",
  "--mantine-color-accent-light": "var(--accent-soft)",
  "--mantine-color-accent-light-color": "var(--accent)",
  "--mantine-color-accent-light-hover": "var(--accent-soft)",
  "--mantine-primary-color-contrast": "var(--on-accent)",
}

export const cssVariables: CSSVariablesResolver = () => ({ variables: {}, light: tokens, dark: tokens })
