import type { ReportView } from "./ReportView";
/**
 * Open reports.
 */
export type ReportsView = {
    /**
     * They, the oldest first.
     */
    reports: Array<ReportView>;
};
