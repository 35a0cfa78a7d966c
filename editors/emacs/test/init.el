;;; init.el --- The Emacs under test: the page's configuration, and nothing else  -*- lexical-binding: t; -*-

(setq inhibit-startup-screen t make-backup-files nil create-lockfiles nil auto-save-default nil
      ring-bell-function #'ignore
      ;; Compilation in the background takes the processor away, and shows warnings.
      native-comp-deferred-compilation nil
      gfm-test-client (intern (getenv "GFM_CLIENT")))
(package-initialize)
(require 'markdown-mode)

(defun gfm-test-evaluate-section (title)
  "Evaluate the code in the page's section TITLE."
  (with-temp-buffer
    (insert-file-contents (getenv "GFM_PAGE"))
    (re-search-forward (format "^## %s$" (regexp-quote title)))
    (let ((end (save-excursion (if (re-search-forward "^## " nil 'end) (match-beginning 0) (point)))))
      (while (re-search-forward "^```elisp\n" end t)
        (let ((code (buffer-substring (point) (progn (re-search-forward "^```$" end) (match-beginning 0)))))
          (eval (car (read-from-string (format "(progn %s)" code))) t))))))

;; A question would wait for ever.
(if (eq gfm-test-client 'lsp-mode)
    (progn
      (require 'lsp-mode)
      (setq lsp-restart 'ignore)
      (lsp-workspace-folders-add default-directory))
  (require 'eglot))

(gfm-test-evaluate-section "Enter, for both")
(gfm-test-evaluate-section (symbol-name gfm-test-client))

(defun gfm-test-main ()
  (let ((report (getenv "GFM_REPORT")))
    (condition-case-unless-debug failure
        (progn
          (load (expand-file-name "test.el" (file-name-directory (getenv "GFM_INIT"))) nil t t)
          (gfm-test-run report))
      (error (write-region (format "%S\n" failure) nil report t 'silent)))
    (set-buffer-modified-p nil)
    (kill-emacs)))

;; From the command loop, as keys come.
(run-with-timer 0 nil #'gfm-test-main)

;;; init.el ends here
